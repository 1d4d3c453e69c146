import { product, sum } from "../../domain/money.js";
import { isAbout } from "./is-about.js";
import { discountEuro, isSafetyAmount } from "./table-charges.js";
import { costOfLines } from "./table-costs.js";
import { isBare } from "./table-headings.js";
import { labelOf, type SheetRow } from "./table-row-kind.js";

const isSummaryTitle = (text: string): boolean =>
  /^(riepilogo|riassunto|ricapitolazione|quadro (riepilogativo|riassuntivo)|sommario)\b/.test(labelOf(text));

/**
 * Where a sheet's summary begins: below its lines, the sections once more with what each comes to, which adds up to the lines themselves,
 * before or after discounts on them.
 * @param headings rows that look like lines and are none
 * @returns the index of its title, the count of rows where there is none; and whether the costs of safety and the discounts are in it alone
 */
export function summaryStart(
  rows: readonly SheetRow[],
  headings: ReadonlyMap<number, number>,
): { start: number; hasOwnSafety: boolean; hasOwnDiscounts: boolean } {
  const none = { start: rows.length, hasOwnSafety: false, hasOwnDiscounts: false };
  const start = rows.findLastIndex(({ kind, text }) => kind === "text" && isSummaryTitle(text));
  if (start < 0) return none;
  const amounts: number[] = [];
  const ofSafety: number[] = [];
  for (const row of rows.slice(start + 1)) {
    const isPart = row.kind === "text" || (row.kind === "line" && isBare(row));
    if (!isPart && !["total", "vat", "discount", "skip"].includes(row.kind)) return none;
    if (isPart && row.amount !== null) (isSafetyAmount(row) ? ofSafety : amounts).push(row.amount);
  }
  const above = costOfLines(rows.slice(0, start), headings);
  if (above === null) return none;
  const discounts = rows.slice(0, start).filter(({ kind }) => kind === "discount");
  const hasOwnDiscounts = discounts.length === 0;
  const before = sum([above, ...discounts.map((row) => -discountEuro(row))]);
  const comesOut = (parts: number[]): boolean =>
    parts.length > 0 && [above, before].some((euro) => isAbout(sum(parts), euro));
  if (comesOut([...amounts, ...ofSafety])) return { start, hasOwnSafety: false, hasOwnDiscounts };
  return comesOut(amounts) ? { start, hasOwnSafety: true, hasOwnDiscounts } : none;
}

/**
 * Where it is about what is paid, and no longer about the works: below a total with VAT that stands below all lines. A later total without
 * VAT says that the discounts above it are on the works.
 * @returns the count of rows where there is no such total
 */
export function paymentStart(rows: readonly SheetRow[]): number {
  const vat = rows.findLastIndex(({ kind }) => kind === "vat");
  const total = rows.findIndex(({ kind, amount }, at) => at > vat && kind === "total" && amount !== null);
  const lastLine = rows.findLastIndex(({ kind }) => kind === "line" || kind === "section");
  if (vat < 0 || total < 0 || lastLine > vat) return rows.length;
  let works = sum([rows[total]?.amount ?? 0, ...rows.filter(({ kind }) => kind === "vat").map((row) => -euroOf(row))]);
  for (const row of rows.slice(total + 1)) {
    if (row.kind === "discount") works = sum([works, discountEuro(row)]);
    else if (row.kind === "total" && row.amount !== null && isAbout(row.amount, works)) return rows.length;
  }
  return total + 1;
}

const euroOf = ({ amount, price }: SheetRow): number => amount ?? price ?? 0;

/** in percent, as VAT has been in Italy */
const vatRates = [4, 5, 10, 20, 21, 22];

/**
 * The rows that seem to be VAT and are totals of works and VAT: `TOTALE + IVA`.
 * @param works what the lines come to
 */
export function totalsWithVat(rows: readonly SheetRow[], works: number): SheetRow[] {
  if (works <= 0) return [];
  const ofVat = rows.filter(({ kind }) => kind === "vat");
  const isTotal = ({ text }: SheetRow): boolean => /^tot/.test(labelOf(text));
  const vat = sum(ofVat.filter((row) => !isTotal(row)).map(euroOf));
  const withVat = [works, sum([works, vat]), ...vatRates.map((rate) => product([works, 1 + rate / 100], 2))];
  return ofVat.filter((row) => isTotal(row) && withVat.some((each) => isAbout(euroOf(row), each)));
}
