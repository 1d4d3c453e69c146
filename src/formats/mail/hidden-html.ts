/** Elements whose text no reader of a mail sees. */
export const textlessElements = (
  "script style title head noscript template textarea select option svg math iframe " +
  "object embed audio video canvas xmp noembed noframes plaintext"
).split(" ");

const hiding =
  /(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|mso-hide:all|opacity:0(?:\.0\d*)?|color:transparent|max-height:0(?:px|pt)?)(?:!important)?(?:;|$)/i;

const fontSize = /(?:^|;)\s*font(?:-size)?\s*:([^;]*)/gi;
const tiny = /(?:^|\s)\+?(?=\.?\d)(?:0*[01]?(?:\.\d+)?(?:px|pt|%)|0*(?:\.0\d*)?[a-z]*)(?:[\s!]|$)/i;
/** What doesn't depend on the size around it. */
const absolute = /\d(?:px|pt|pc|cm|mm|in|rem|vw)|small|medium|large/i;

/**
 * Whether an element gives its text a size that nobody can read; null: it has the size of what is around it. Programs that make newsletters
 * give such a size to the cells around a whole mail, and another one to the text within.
 */
export function isTiny({ style = "" }: Record<string, string>): boolean | null {
  const sizes = [...style.slice(0, 4000).matchAll(fontSize)].map(([, given = ""]) => given);
  const last = sizes.findLast((given) => /!\s*important/i.test(given)) ?? sizes.at(-1) ?? "";
  // A shorthand has the height of its lines after a slash.
  const size = last.replace(/\s*\/\s*\S+/, "");
  return tiny.test(size) || (absolute.test(size) ? false : null);
}

/** Whether an element is kept from the reader's eyes by its own attributes: previews of newsletters, and orders to a model. */
export const isHidden = (attributes: Record<string, string>): boolean =>
  attributes.hidden !== undefined ||
  (attributes.style !== undefined && hiding.test(attributes.style.slice(0, 4000).replace(/\s+/g, "")));
