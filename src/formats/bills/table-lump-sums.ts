import { sum } from "../../domain/money.js";
import type { BillTableRow } from "./table-cells.js";
import { isSafetyAmount } from "./table-charges.js";
import { endByAmount, maxSteps } from "./table-headings.js";
import { tolerance } from "./table-measurement.js";
import { isGrandTotal, type RowKind } from "./table-row-kind.js";

/** Each is compared with the lines beneath it. */
const maxLumpSums = 100;

/**
 * The rows of words and an amount that are lines: with them, and only so, the sheet's lines come to its total without VAT. Else such a row
 * is a title with its total.
 * @param end where the sheet's summary begins
 * @param works what the lines come to without them; null: it isn't known
 * @returns their indexes
 */
export function lumpSums(
  rows: readonly BillTableRow[],
  kinds: readonly RowKind[],
  headings: ReadonlyMap<number, number>,
  end: number,
  works: number | null,
): Set<number> {
  const found = new Set<number>();
  const none = new Set<number>();
  const totals: { index: number; amount: number; stated: number }[] = [];
  let vat = 0;
  for (const [index, { text, code, amount, price }] of rows.entries()) {
    if (kinds[index] === "vat") vat = sum([vat, amount ?? price ?? 0]);
    if (kinds[index] === "total" && amount !== null && isGrandTotal(text || code))
      totals.push({ index, amount: sum([amount, -vat]), stated: amount });
  }
  const last = totals.at(-1);
  if (!last) return none;
  const comeTo = (amount: number, total: number): boolean => Math.abs(sum([amount, -total])) <= tolerance;
  if (works === null || totals.some(({ amount, stated }) => [amount, stated].some((each) => comeTo(each, works))))
    return none;
  const amounts: number[] = [];
  let steps = 0;
  for (let at = 0; at < Math.min(end, last.index); at++) {
    const row = rows[at] as BillTableRow;
    if (kinds[at] !== "text" || row.amount === null) continue;
    if (amounts.length >= maxLumpSums) return none;
    const total = endByAmount(row.amount, rows, kinds, at, headings);
    steps += total.steps;
    if (steps > maxSteps) return none;
    if (total.end !== null) continue;
    amounts.push(row.amount);
    if (!isSafetyAmount(row)) found.add(at);
  }
  return comeTo(sum([works, ...amounts]), last.amount) ? found : none;
}
