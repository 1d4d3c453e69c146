import type { Warning } from "../warning.js";
import { bookDiffers } from "./book-differs.js";
import { isBookPrice, priceForLine } from "./book-price.js";
import type { PricedLine } from "./fill-price.js";

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
