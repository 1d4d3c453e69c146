import { type Token, tokensOf } from "./parser.js";
import { linesOf } from "./runs.js";

const tags =
  "a|abbr|b|big|blockquote|body|br|button|center|code|col|details|div|em|font|form|h[1-6]|head|hr|html|i|iframe|img|input|kbd|li|link|mark|" +
  "meta|object|ol|p|pre|s|script|small|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|tfoot|th|thead|tr|u|ul|video";
/** With attributes that have values: `<a carico del committente>` and `a<b e c>d` are no HTML. */
const html = new RegExp(`<(?:/?(?:${tags})(?:\\s[^<>=\\n]{0,100}=[^<>\\n]{0,500})?\\s?/?>|!--)`, "gi");
/** `il punto <B>` */
const bareLetter = /^<[a-z]>$/i;

/** What other dialects of Markdown know: words struck out, and boxes to be ticked. */
const otherMarks = /~~(?=\S)[^~\n]{1,200}~~|^\[[ x]\](?= )/gi;

/** What of a text isn't printed as its author may expect. */
export interface Unprinted {
  /** the words that are printed instead of images, or their addresses where there are none */
  images: string[];
  /** HTML, which is printed as text */
  html: string[];
  /** marks of other dialects, which are printed as text */
  marks: string[];
  /** names of addresses that no link uses; they vanish */
  definitions: string[];
}

/** Finds images, HTML, marks of other dialects, and definitions of links that nothing uses. */
export function unprintedIn(text: string): Unprinted {
  const { tokens, definitions } = tokensOf(text);
  const inline = tokens.flatMap((token) => token.children ?? []);
  const links = new Set(inline.map((token) => token.attrGet("href")));
  const images = inline.filter(({ type }) => type === "image");
  const shown = tokens.flatMap((token: Token) => (token.children ? linesOf(token).flat() : []));
  const found = (pattern: RegExp): string[] =>
    shown.filter(({ code }) => !code).flatMap((run) => run.text.match(pattern) ?? []);
  return {
    images: images.map((token) => token.content || String(token.attrGet("src") ?? "")),
    html: closedOnes(found(html)),
    marks: found(otherMarks),
    definitions: [...definitions].filter(([, href]) => !links.has(href)).map(([name]) => name),
  };
}

/** Tags without those of one letter that are nowhere closed: these may name a point or a variable. */
function closedOnes(found: readonly string[]): string[] {
  const all = new Set(found.map((tag) => tag.toLowerCase()));
  return found.filter((tag) => !bareLetter.test(tag) || all.has(tag.toLowerCase().replace("<", "</")));
}
