import { wordSet } from "../../domain/text/word-set.js";

const maxOpen = 1000;
const selfClosing = wordSet(
  "area base br col embed hr img input link meta param source track wbr p li dd dt tr td th tbody thead tfoot option o:p",
);

/**
 * HTML up to the place where more than a thousand elements are open. The parser's time grows with the square of that number, and
 * no mail program writes such a thing.
 */
export function shallowHtml(html: string): { html: string; isCut: boolean } {
  const open = new Map<string, number>();
  let total = 0;
  for (const { 1: slash, 2: rawName = "", index } of html.matchAll(/<(\/?)([a-z][^\s/>]{0,60})/gi)) {
    const name = rawName.toLowerCase();
    if (selfClosing.has(name)) continue;
    const count = open.get(name) ?? 0;
    if (slash === "") {
      open.set(name, count + 1);
      total += 1;
    } else if (count > 0) {
      open.set(name, count - 1);
      total -= 1;
    }
    if (total > maxOpen) return { html: html.slice(0, index), isCut: true };
  }
  return { html, isCut: false };
}
