import { sum } from "../../../../domain/money.js";
import { isKnownUnit } from "../../../../domain/units.js";
import { isAbout } from "../is-about.js";
import { isSafetyAmount } from "../rows/charges.js";
import { isGrandTotal } from "../rows/row-kind.js";
import { isBare, type SheetRow, saysLumpSum } from "../rows/sheet-row.js";
import { costOfLines } from "./costs.js";
import { endByAmount, maxSteps } from "./heading-rows.js";
import { summaryTitle } from "./summary.js";

/** Each is compared with the lines beneath it. */
const maxAmounts = 100;

/** A total of all that a sheet states, without the VAT above it, and as it stands. */
interface StatedTotal {
  index: number;
  amount: number;
  stated: number;
}

/** Whether a total, with VAT or without it, is an amount. */
const comesTo = ({ amount, stated }: StatedTotal, euro: number): boolean =>
  isAbout(amount, euro) || isAbout(stated, euro);

/** How far from an amount a total is, with VAT or without it. */
const distance = ({ amount, stated }: StatedTotal, euro: number): number =>
  Math.min(...[amount, stated].map((each) => Math.abs(sum([each, -euro]))));

function grandTotals(rows: readonly SheetRow[]): StatedTotal[] {
  let vat = 0;
  return rows.flatMap(({ kind, label, amount, price }, index) => {
    if (kind === "vat") vat = sum([vat, amount ?? price ?? 0]);
    return kind === "total" && amount !== null && isGrandTotal(label)
      ? { index, amount: sum([amount, -vat]), stated: amount }
      : [];
  });
}

/** Whether a total of the sheet, with VAT or without it, says that its lines come to so much. */
export function statesWorks(rows: readonly SheetRow[]): (euro: number) => boolean {
  const totals = grandTotals(rows);
  return (euro) => totals.some((total) => comesTo(total, euro));
}

/** Whether a row of words may be a lump sum: `Scavo`, `a corpo`, 900. */
const mayBeLumpSum = (row: SheetRow): boolean =>
  row.kind === "text" &&
  row.amount !== null &&
  row.text !== "" &&
  !isKnownUnit(row.text) &&
  !isSafetyAmount(row) &&
  saysLumpSum(row);

const isLumpSum = (rows: readonly SheetRow[], at: number): boolean => {
  const row = rows[at];
  return row?.kind === "line" && saysLumpSum(row);
};

/**
 * Makes lines of the words that say that they are lump sums, unless they are in a summary or below the total of all, the lines beneath come
 * to their amount, or all lines without them to the total. Where no total tells, several of one amount are no titles of one another.
 */
export function takeLumpSums(rows: readonly SheetRow[]): void {
  const none = new Map<number, number>();
  const last = grandTotals(rows).at(-1);
  const isTotal = (euro: number | null): boolean => last !== undefined && euro !== null && comesTo(last, euro);
  if (isTotal(costOfLines(rows, none))) return;
  const summary = summaryTitle(rows);
  const end = Math.min(summary < 0 ? rows.length : summary, last?.index ?? rows.length);
  const take = (row: SheetRow): void => {
    row.kind = "line";
    row.unit = "a corpo";
  };
  const titles: SheetRow[] = [];
  let steps = 0;
  for (let at = end - 1; at >= 0 && steps < maxSteps; at--) {
    const row = rows[at] as SheetRow;
    if (!mayBeLumpSum(row)) continue;
    const beneath = endByAmount(row.amount ?? 0, rows, at, none);
    steps += beneath.steps;
    const isOneOfSeveral = last === undefined && beneath.lines === 1 && isLumpSum(rows, at + 1);
    if (beneath.end === null || isOneOfSeveral) take(row);
    else titles.push(row);
  }
  // What stands beneath may cost the same by chance.
  const works = costOfLines(rows, none);
  if (works === null || isTotal(works)) return;
  if (isTotal(sum([works, ...titles.map(({ amount }) => amount ?? 0)]))) for (const row of titles) take(row);
}

/**
 * The rows of words and an amount that are lines, by what only the whole sheet tells: costs of safety are, unless the lines beneath come to
 * them, or may do so, or the total below them is nearer to what the lines come to alone. Others are only where with all of them the
 * sheet's lines come to its total without VAT. Else such a row is a title with its total.
 * @param end where the sheet's summary begins
 * @param works what the lines come to without them; null: it isn't known
 * @returns their indexes
 */
export function amountsAlone(
  rows: readonly SheetRow[],
  headings: ReadonlyMap<number, number>,
  end: number,
  works: number | null,
): { ofSafety: Set<number>; lumps: Set<number> } {
  const totals = grandTotals(rows);
  const last = totals.at(-1);
  const isTitle = (at: number): boolean => {
    if (rows[at + 1]?.kind !== "line") return false;
    if (works === null) return true;
    const withIt = sum([works, rows[at]?.amount ?? 0]);
    return last !== undefined && last.index > at && distance(last, works) < distance(last, withIt);
  };
  const found = rowsAlone(rows, headings, end);
  const ofSafety = found.filter((at) => isSafetyAmount(rows[at] as SheetRow) && !isTitle(at));
  const above = last ? found.filter((at) => at < Math.min(end, last.index)) : [];
  const areLines =
    last !== undefined &&
    works !== null &&
    !totals.some((total) => comesTo(total, works)) &&
    isAbout(sum([works, ...above.map((at) => rows[at]?.amount ?? 0)]), last.amount);
  const lumps = areLines ? above.filter((at) => !isSafetyAmount(rows[at] as SheetRow)) : [];
  return { ofSafety: new Set(ofSafety), lumps: new Set(lumps) };
}

/**
 * The rows of words and an amount to which no lines beneath come; of a summary those of safety alone. The total says of these whether they
 * count: a lump sum below a single line that costs the same is no sign that they don't.
 */
function rowsAlone(rows: readonly SheetRow[], headings: ReadonlyMap<number, number>, end: number): number[] {
  const found: number[] = [];
  let steps = 0;
  for (const [at, row] of rows.entries()) {
    if (row.kind !== "text" || row.amount === null || (at >= end && !isSafetyAmount(row))) continue;
    const total = endByAmount(row.amount, rows, at, headings, null, isBare);
    steps += total.steps;
    if (steps > maxSteps) break;
    if (total.end === null && found.push(at) >= maxAmounts) break;
  }
  return found;
}
