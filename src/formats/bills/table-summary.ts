import { product, sum } from "../../domain/money.js";
import { isAbout } from "./is-about.js";
import type { BillTableRow } from "./table-cells.js";
import { isSafetyAmount } from "./table-charges.js";
import { linesAbove } from "./table-costs.js";
import { isBare } from "./table-headings.js";
import { labelOf, type RowKind } from "./table-row-kind.js";

const isSummaryTitle = (text: string): boolean =>
  /^(riepilogo|riassunto|ricapitolazione|quadro (riepilogativo|riassuntivo)|sommario)\b/.test(labelOf(text));

/**
 * Where a sheet's summary begins: below its lines, the sections once more with what each comes to, which adds up to the lines themselves.
 * @param headings rows that look like lines and are none
 * @returns the index of its title, the count of rows where there is none; and whether the costs of safety are in it alone
 */
export function summaryStart(
  rows: readonly BillTableRow[],
  kinds: readonly RowKind[],
  headings: ReadonlyMap<number, number>,
): { start: number; hasOwnSafety: boolean } {
  const none = { start: rows.length, hasOwnSafety: false };
  const start = rows.findLastIndex(({ text }, at) => kinds[at] === "text" && isSummaryTitle(text));
  const amounts: number[] = [];
  const ofSafety: number[] = [];
  for (let at = start + 1; start >= 0 && at < rows.length; at++) {
    const row = rows[at] as BillTableRow;
    const isPart = kinds[at] === "text" || (kinds[at] === "line" && isBare(row));
    if (!isPart && !["total", "vat", "skip"].includes(kinds[at] as RowKind)) return none;
    if (isPart && row.amount !== null) (isSafetyAmount(row) ? ofSafety : amounts).push(row.amount);
  }
  const above = linesAbove(start, rows, kinds, headings);
  if (above === null) return none;
  const comesOut = (parts: number[]): boolean => parts.length > 0 && isAbout(sum(parts), above);
  if (comesOut([...amounts, ...ofSafety])) return { start, hasOwnSafety: false };
  return comesOut(amounts) ? { start, hasOwnSafety: true } : none;
}

/** in percent, as VAT has been in Italy */
const vatRates = [4, 5, 10, 20, 21, 22];

/**
 * The rows that seem to be VAT and are totals of works and VAT: `TOTALE + IVA`.
 * @param works what the lines come to
 * @returns their indexes
 */
export function totalsWithVat(rows: readonly BillTableRow[], kinds: readonly RowKind[], works: number): number[] {
  if (works <= 0) return [];
  const ofVat = kinds.flatMap((kind, at) => (kind === "vat" ? [at] : []));
  const isTotal = (at: number): boolean => /^tot/.test(labelOf(rows[at]?.text ?? ""));
  const euro = (at: number): number => rows[at]?.amount ?? rows[at]?.price ?? 0;
  const vat = sum(ofVat.filter((at) => !isTotal(at)).map(euro));
  const withVat = [works, sum([works, vat]), ...vatRates.map((rate) => product([works, 1 + rate / 100], 2))];
  return ofVat.filter((at) => isTotal(at) && withVat.some((each) => isAbout(euro(at), each)));
}
