import type { Warning } from "../warning.js";
import { bookDiffers } from "./book-differs.js";
import { isBookPrice } from "./book-price.js";
import type { PricedLine } from "./fill-price.js";

/**
 * Warns of lines that have a book's price now, and a share of labour that is not the book's: a new edition's shares differ too, and the
 * labour of the bill is computed with the old ones.
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
