import { isSafetyAmount } from "../rows/charges.js";
import { withCodesJoined, withWordsInPlace } from "../rows/codes.js";
import { withDescriptionsJoined } from "../rows/descriptions.js";
import { withKinds } from "../rows/row-kind.js";
import { type BillTableRow, closing, leftOut, type RowKind, type SheetRow } from "../rows/sheet-row.js";
import type { SheetLayout } from "../sheets/sheet-layout.js";
import { costOfLines } from "./costs.js";
import { headingRows, numberedTitles } from "./heading-rows.js";
import { takeLineSums } from "./line-sums.js";
import { amountsAlone, statesWorks, takeLumpSums } from "./lump-sums.js";
import { takeMeasuredForLines } from "./measured-words.js";
import { settleNetDiscounts } from "./net-discounts.js";
import { lastLineOf, paymentStart, summaryStart, totalsWithVat } from "./summary.js";
import { leaveOutDiscountTotals, settleSums } from "./sums.js";

/** What is known of a sheet before its rows are gone through one by one; all by their indexes. */
export interface SurveyedSheet {
  rows: readonly SheetRow[];
  isOwn: boolean;
  /** the rows that look like lines and are headings, each with the index behind its last line */
  headings: ReadonlyMap<number, number>;
  /** the rows of words and an amount that are lines, of costs of safety and others */
  alone: { readonly ofSafety: ReadonlySet<number>; readonly lumps: ReadonlySet<number> };
  /** what the lines come to, without the lumps; null: it isn't known */
  works: number | null;
  /** by row, what comes next that isn't only words */
  behind: readonly (RowKind | undefined)[];
  /** the first row that is about what is paid; the count of rows if none is */
  paidFrom: number;
  /** of the last line or numbered section */
  lastLine: number;
  /** whether a row says once more what stands above */
  isOfSummary: (row: SheetRow, index: number) => boolean;
}

/** Finds out of a sheet's rows what only all of them together tell. */
export function surveySheet(given: readonly BillTableRow[], layout: SheetLayout): SurveyedSheet {
  const placed = withWordsInPlace(given);
  const numbered = layout.hasNumbersAboveCodes ? withCodesJoined(placed) : placed;
  const rows = withKinds(layout.isOwn ? numbered : withDescriptionsJoined(numbered), layout);
  takeLineSums(rows, behindWords(rows));
  takeMeasuredForLines(rows);
  takeLumpSums(rows);
  settleSums(rows);
  leaveOutDiscountTotals(rows);
  settleNetDiscounts(rows);
  const numbers = numberedTitles(rows);
  for (const at of numbers) {
    const row = rows[at];
    if (row?.amount === null) row.kind = "text";
  }
  const headings = headingRows(rows, numbers, statesWorks(rows));
  const summary = summaryStart(rows, headings);
  const discountsAgain = rows.slice(summary.hasOwnDiscounts ? rows.length : summary.start);
  for (const row of discountsAgain) if (row.kind === "discount") row.kind = "skip";
  const withVat = totalsWithVat(rows, headings);
  for (const row of withVat.keys()) row.kind = "total";
  // An advance, a tax credit: amounts with VAT, which lower no price.
  const paidFrom = paymentStart(rows, withVat);
  for (const row of rows.slice(paidFrom)) if (row.kind === "discount") row.kind = "text";
  const works = costOfLines(rows, headings);
  const countsInSummary = (row: SheetRow): boolean =>
    closing.has(row.kind) || (summary.hasOwnSafety && row.kind === "text" && isSafetyAmount(row));
  return {
    rows,
    isOwn: layout.isOwn,
    headings,
    alone: amountsAlone(rows, headings, summary.start, works),
    works,
    behind: behindWords(rows),
    paidFrom,
    lastLine: lastLineOf(rows),
    isOfSummary: (row, index) => index >= summary.start && !countsInSummary(row),
  };
}

function behindWords(rows: readonly SheetRow[]): (RowKind | undefined)[] {
  const behind = new Array<RowKind | undefined>(rows.length);
  for (let index = rows.length - 2; index >= 0; index--) {
    const next = rows[index + 1]?.kind;
    behind[index] = next === "text" || leftOut.has(next) ? behind[index + 1] : next;
  }
  return behind;
}
