/** Elements whose text no reader of a mail sees. */
export const textlessElements = [
  "script",
  "style",
  "title",
  "head",
  "noscript",
  "template",
  "textarea",
  "select",
  "option",
  "svg",
  "math",
  "iframe",
  "object",
  "embed",
  "audio",
  "video",
  "canvas",
  "xmp",
  "noembed",
  "noframes",
  "plaintext",
];

const hiding =
  /(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|mso-hide:all|font-size:(?:0|1)(?:\.\d+)?(?:px|pt|em|rem|%)?|opacity:0(?:\.0\d*)?|color:transparent|max-height:0(?:px|pt)?)(?:!important)?(?:;|$)/i;

/** Whether an element is kept from the reader's eyes by its own attributes: previews of newsletters, and orders to a model. */
export const isHidden = (attributes: Record<string, string>): boolean =>
  attributes.hidden !== undefined ||
  (attributes.style !== undefined && hiding.test(attributes.style.slice(0, 4000).replace(/\s+/g, "")));
