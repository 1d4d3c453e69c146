import { listed } from "../text/listed.js";
import type { Warning } from "../warning.js";
import { isBookPrice, priceForLine } from "./book-price.js";
import type { PricedLine } from "./fill-price.js";

const maxNamed = 10;

/** A warning that lines, listed at the end of its detail, differ from the named book; none if there are no lines. */
const bookDiffers = (
  lines: readonly string[],
  { code, detail, suggestion }: Pick<Warning, "code" | "detail" | "suggestion">,
): Warning[] =>
  lines.length === 0
    ? []
    : [{ code, pointer: "/bookId", detail: `${detail}: ${listed(lines, maxNamed)}.`, suggestion }];

/**
 * Warns of lines that got another list price, and whose price stays: it was agreed on, or the bill came from a file, which says of no price
 * that it is the list's. Their amounts don't follow the book, although they are among the changes.
 */
export function keptPrices(priced: readonly PricedLine[]): Warning[] {
  const kept = priced.flatMap(({ line: { index, node }, result: { line, found } }) => {
    if (line?.price === undefined || !found || node.listPrice === found.price || isBookPrice(line.price, found))
      return [];
    return `line ${index}: ${line.price}, in the book ${priceForLine(found)}`;
  });
  return bookDiffers(kept, {
    code: "price_kept",
    detail: "The price stays where it was not the old list price, or no list price was given, and so does the amount",
    suggestion:
      "If the prices came with an imported file, reprice the bill first with the book that they come from, then with this one: they follow. Else correct single lines with update_bill_line.",
  });
}

/**
 * Warns of lines that now have a book's price but not the book's share of labour. A new edition's shares differ too, and the bill's
 * labour is computed with the old ones.
 */
export function outdatedLabour(priced: readonly PricedLine[]): Warning[] {
  const differing = priced.flatMap(({ line: { index }, result: { line, found } }) => {
    if (line?.labourPct === undefined || !found || found.labourPct === null) return [];
    if (line.labourPct === found.labourPct || !isBookPrice(line.price ?? 0, found)) return [];
    return `line ${index}: ${line.labourPct}, in the book ${found.labourPct}`;
  });
  return bookDiffers(differing, {
    code: "labour_differs",
    detail: "The shares of labour stay as they were, and differ from the book's",
    suggestion: 'If the book\'s hold, give each line its "labourPct" with update_bill_line.',
  });
}
