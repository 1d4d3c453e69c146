import sanitizeHtml from "sanitize-html";
import { visible } from "../../domain/text/visible-text.js";
import { isHidden, isTiny, textlessElements } from "./hidden-html.js";

const cell = ["align", "valign", "colspan", "rowspan", "width"];
const length = /^\d{1,3}(?:\.\d{1,2})?(?:px|pt|em|%)?$/;
const color = /^(?:#[0-9a-f]{3,8}|[a-z]{3,20}|rgb\(\d{1,3}, ?\d{1,3}, ?\d{1,3}\))$/i;

const options: sanitizeHtml.IOptions = {
  allowedTags: (
    "p div span br hr blockquote pre code h1 h2 h3 h4 h5 h6 " +
    "a b strong i em u s strike del ins sub sup small big font center " +
    "ul ol li dl dt dd table thead tbody tfoot tr td th caption img"
  ).split(" "),
  allowedAttributes: {
    a: ["href", "title"],
    img: ["src", "alt", "width", "height"],
    table: ["align", "width", "border", "cellpadding", "cellspacing"],
    td: cell,
    th: cell,
    ol: ["start", "type"],
    blockquote: ["type"],
    font: ["color"],
    "*": ["style", "dir", "lang", "hidden"],
  },
  allowedSchemes: ["https", "mailto", "tel"],
  // Pictures that the message brings itself. Others would tell their sender when and where they are looked at.
  allowedSchemesByTag: { img: ["cid"] },
  allowProtocolRelative: false,
  allowedStyles: {
    "*": {
      color: [color],
      "background-color": [color],
      "text-align": [/^(?:left|right|center|justify)$/],
      "font-weight": [/^(?:normal|bold|\d{3})$/],
      "font-style": [/^(?:normal|italic)$/],
      "text-decoration": [/^(?:none|underline|line-through)$/],
      "padding-left": [length],
      "margin-left": [length],
    },
  },
  nonTextTags: textlessElements,
  nestingLimit: 100,
  // The filter sees attributes that are allowed, and elements that are.
  transformTags: {
    "*": (tagName, attribs) =>
      isHidden(attribs) ? { tagName: "div", attribs: { hidden: "hidden" } } : { tagName, attribs },
  },
  exclusiveFilter: ({ tag, attribs }) => attribs.hidden !== undefined || (tag === "img" && !attribs.src),
};

/** HTML of a stranger that can be shown: it runs nothing, loads nothing, and its links lead to `https`, `mailto` or `tel`. */
export function safeHtml(html: string): string {
  const tiny = [false];
  return sanitizeHtml(visible(html), {
    ...options,
    onOpenTag: (_, attributes) => void tiny.push(isTiny(attributes) ?? tiny.at(-1) === true),
    onCloseTag: () => void tiny.pop(),
    textFilter: (text) => (tiny.at(-1) ? "" : text),
  }).trim();
}
