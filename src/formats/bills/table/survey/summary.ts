import { product, sum } from "../../../../domain/money.js";
import { isAbout } from "../is-about.js";
import { discountEuro, isSafetyAmount } from "../rows/charges.js";
import { closing, isBare, leftOut, type SheetRow } from "../rows/sheet-row.js";
import { costOfLines } from "./costs.js";

const isSummaryTitle = (label: string): boolean =>
  /^(riepilogo|riassunto|ricapitolazione|quadro (riepilogativo|riassuntivo)|sommario)\b/.test(label);

/** The index of the last title of a summary; -1: there is none. */
export const summaryTitle = (rows: readonly SheetRow[]): number =>
  rows.findLastIndex(({ kind, label }) => kind === "text" && isSummaryTitle(label));

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
  const start = summaryTitle(rows);
  if (start < 0) return none;
  const amounts: number[] = [];
  const ofSafety: number[] = [];
  for (const row of rows.slice(start + 1)) {
    const isPart = row.kind === "text" || (row.kind === "line" && isBare(row));
    if (!isPart && !leftOut.has(row.kind) && !closing.has(row.kind)) return none;
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

/** The index of the last line or numbered section; -1: there is none. */
export const lastLineOf = (rows: readonly SheetRow[]): number =>
  rows.findLastIndex(({ kind }) => kind === "line" || kind === "section");

/**
 * Where it is about what is paid, and no longer about the works: below a total with VAT that stands below all lines. A later total without
 * VAT says that the discounts above it are on the works.
 * @param withVat what `totalsWithVat` finds
 * @returns the count of rows where there is no such total
 */
export function paymentStart(rows: readonly SheetRow[], withVat: ReadonlyMap<SheetRow, number>): number {
  const named = rows.findLastIndex((row) => addsVat(row, withVat));
  const vat = named < 0 ? rows.findLastIndex(({ kind }) => kind === "vat") : named;
  const isBelowVat = ({ kind, amount }: SheetRow, at: number) => at > vat && kind === "total" && amount !== null;
  const total = named < 0 ? rows.findIndex(isBelowVat) : named;
  if (vat < 0 || total < 0 || lastLineOf(rows) > vat) return rows.length;
  const paid = rows[total] as SheetRow;
  const vats = rows.filter(({ kind }) => kind === "vat").map((row) => -euroOf(row));
  let works = withVat.get(paid) ?? sum([paid.amount ?? 0, ...vats]);
  for (const row of rows.slice(total + 1)) {
    if (row.kind === "discount") works = sum([works, discountEuro(row)]);
    else if (row.kind === "total" && row.amount !== null && isAbout(row.amount, works)) return rows.length;
  }
  return total + 1;
}

const addsVat = (row: SheetRow, withVat: ReadonlyMap<SheetRow, number>): boolean => {
  const works = withVat.get(row);
  return works !== undefined && !isAbout(euroOf(row), works);
};

const euroOf = ({ amount, price }: SheetRow): number => amount ?? price ?? 0;

/** in percent, as VAT has been in Italy */
const vatRates = [4, 5, 10, 20, 21, 22];

/**
 * The rows that are totals of works and VAT by their words: `TOTALE + IVA`, which seem to be VAT, and `TOTALE IVA COMPRESA`.
 * @param headings rows that look like lines and are none, by their indexes
 * @returns each with what the works come to there, with the discounts above it
 */
export function totalsWithVat(
  rows: readonly SheetRow[],
  headings: ReadonlyMap<number, number>,
): ReadonlyMap<SheetRow, number> {
  const isVat = (row: SheetRow): boolean => row.kind === "vat" && !namesTotalWithVat(row);
  let vat = sum(rows.filter(isVat).map(euroOf));
  let hasVat = false;
  const found = new Map<SheetRow, number>();
  const lines = rows.some(namesTotalWithVat) ? costOfLines(rows.map(undiscounted), headings) : null;
  if (lines === null) return found;
  let works = lines;
  let safety = 0;
  for (const row of rows) {
    hasVat ||= isVat(row);
    if (row.kind === "discount") {
      works = sum([works, discountEuro(row)]);
      // Of works without it.
      if (hasVat) vat = 0;
    }
    // Such amounts are mostly lines too.
    if (row.kind === "text" && isSafetyAmount(row)) safety = sum([safety, row.amount ?? 0]);
    if (!namesTotalWithVat(row) || works <= 0) continue;
    const base = [works, sum([works, safety])].find((euro) => isWithVat(euroOf(row), euro, vat));
    if (base === undefined) continue;
    found.set(row, base);
    hasVat = true;
  }
  return found;
}

function namesTotalWithVat({ kind, label }: SheetRow): boolean {
  if (kind !== "vat" && kind !== "total") return false;
  return (kind === "vat" ? /^tot/ : /\biva(?:t[oi])?\b/).test(label);
}

const isWithVat = (euro: number, works: number, vat: number): boolean =>
  [works, sum([works, vat]), ...vatRates.map((rate) => product([works, 1 + rate / 100], 2))].some((each) =>
    isAbout(euro, each),
  );

const undiscounted = (row: SheetRow): SheetRow => (row.kind === "discount" ? { ...row, kind: "skip" } : row);
