import { sum } from "../../domain/money.js";
import type { BillTableRow } from "./table-cells.js";
import { isBare } from "./table-headings.js";
import { tolerance } from "./table-measurement.js";
import { labelOf, type RowKind } from "./table-row-kind.js";

const isSummaryTitle = (text: string): boolean =>
  /^(riepilogo|riassunto|ricapitolazione|quadro (riepilogativo|riassuntivo)|sommario)\b/.test(labelOf(text));

/**
 * Where a sheet's summary begins: below its lines, the sections once more with what each comes to, which adds up to the lines themselves.
 * @param headings rows that look like lines and are none
 * @returns the index of its title; the count of rows where there is none
 */
export function summaryStart(
  rows: readonly BillTableRow[],
  kinds: readonly RowKind[],
  headings: ReadonlyMap<number, number>,
): number {
  const start = rows.findLastIndex(({ text, code }, at) => kinds[at] === "text" && isSummaryTitle(text || code));
  const amounts: number[] = [];
  for (let at = start + 1; start >= 0 && at < rows.length; at++) {
    const row = rows[at] as BillTableRow;
    const isPart = kinds[at] === "text" || (kinds[at] === "line" && isBare(row));
    if (!isPart && kinds[at] !== "total" && kinds[at] !== "skip") return rows.length;
    if (isPart && row.amount !== null) amounts.push(row.amount);
  }
  const above = linesAbove(start, rows, kinds, headings);
  return amounts.length > 0 && Math.abs(sum(amounts) - above) <= tolerance ? start : rows.length;
}

/** What the lines above a row come to, by the amounts that stand beside them or their sums. */
function linesAbove(
  end: number,
  rows: readonly BillTableRow[],
  kinds: readonly RowKind[],
  headings: ReadonlyMap<number, number>,
): number {
  const amounts: number[] = [];
  for (let at = 0; at < end; at++) {
    const { amount } = rows[at] as BillTableRow;
    if (kinds[at] === "line" && !headings.has(at)) amounts.push(amount ?? 0);
    else if (kinds[at] === "sum" && amount !== null && amounts.length > 0) amounts[amounts.length - 1] = amount;
  }
  return sum(amounts);
}
