import type { BillMeasurement } from "../../domain/bill/bill.js";
import { measureLine } from "../../domain/bill/bill-measurements.js";
import { product, sum } from "../../domain/money.js";
import { countAs, type MeasuredLine } from "../bills/quantities.js";

/** A row that states a quantity, but no dimension. */
export interface BareRow {
  row: BillMeasurement;
  stated: number;
}

/**
 * Some programs measure with words and a quantity alone. Such rows count what they state where the line's own quantity says that they do:
 * in others they are subtotals, or each states the line's. Where all rows are words, the last one counts what the line states.
 */
export function countStated({ rows, stated }: MeasuredLine, bare: readonly BareRow[], decimals: number): void {
  const isWords = rows.every(({ kind }) => kind === "note" || kind === "partial");
  if (!stated || (bare.length === 0 && !isWords)) return;
  const { quantity } = measureLine(
    { type: "line", measurements: rows },
    decimals,
    () => 0,
    () => undefined,
  );
  const same = (counted: number): boolean => product([counted], decimals) === product([stated], decimals);
  if (same(quantity)) return;
  if (same(sum([quantity, ...bare.map((row) => row.stated)], decimals))) {
    for (const row of bare) countAs(row.row, row.stated);
    return;
  }
  const last = rows.findLast(({ kind }) => kind === "note");
  if (isWords && last) countAs(last, stated);
}
