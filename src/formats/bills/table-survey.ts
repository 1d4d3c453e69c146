import type { SheetLayout } from "./sheet-layout.js";
import type { BillTableRow } from "./table-cells.js";
import { isSafetyAmount } from "./table-charges.js";
import { withCodesJoined, withWordsInPlace } from "./table-codes.js";
import { linesAbove } from "./table-costs.js";
import { withDescriptionsJoined } from "./table-description.js";
import { headingRows, numberedTitles } from "./table-headings.js";
import { amountsAlone, statesWorks } from "./table-lump-sums.js";
import { type RowKind, rowKinds } from "./table-row-kind.js";
import { summaryStart, totalsWithVat } from "./table-summary.js";

/** What is known of a sheet before its rows are gone through one by one; all by their indexes. */
export interface SurveyedSheet {
  rows: readonly BillTableRow[];
  kinds: readonly RowKind[];
  isOwn: boolean;
  /** the rows that look like lines and are headings, each with the index behind its last line */
  headings: ReadonlyMap<number, number>;
  /** the rows of words and an amount that are lines, of costs of safety and others */
  alone: { readonly ofSafety: ReadonlySet<number>; readonly lumps: ReadonlySet<number> };
  /** what the lines come to, without the lumps; null: it isn't known */
  works: number | null;
  /** by row, what comes next that isn't only words */
  behind: readonly (RowKind | undefined)[];
  /** of the last line or numbered section */
  lastLine: number;
  /** whether a row says once more what stands above */
  isOfSummary: (index: number) => boolean;
}

/** Finds out of a sheet's rows what only all of them together tell. */
export function surveySheet(given: readonly BillTableRow[], layout: SheetLayout): SurveyedSheet {
  const placed = withWordsInPlace(given);
  const numbered = layout.hasNumbersAboveCodes ? withCodesJoined(placed) : placed;
  const rows = layout.isOwn ? numbered : withDescriptionsJoined(numbered);
  const kinds = rowKinds(rows, layout);
  const numbers = numberedTitles(rows, kinds);
  for (const at of numbers) if (rows[at]?.amount === null) kinds[at] = "text";
  const headings = headingRows(rows, kinds, numbers, statesWorks(rows, kinds));
  const works = linesAbove(rows.length, rows, kinds, headings);
  for (const at of works === null ? [] : totalsWithVat(rows, kinds, works)) kinds[at] = "total";
  const summary = summaryStart(rows, kinds, headings);
  const countsInSummary = (index: number): boolean =>
    kinds[index] === "total" ||
    kinds[index] === "vat" ||
    (summary.hasOwnSafety && kinds[index] === "text" && isSafetyAmount(rows[index] as BillTableRow));
  return {
    rows,
    kinds,
    isOwn: layout.isOwn,
    headings,
    alone: amountsAlone(rows, kinds, headings, summary.start, works),
    works,
    behind: behindWords(kinds),
    lastLine: kinds.findLastIndex((kind) => kind === "line" || kind === "section"),
    isOfSummary: (index) => index >= summary.start && !countsInSummary(index),
  };
}

function behindWords(kinds: readonly RowKind[]): (RowKind | undefined)[] {
  const behind = new Array<RowKind | undefined>(kinds.length);
  for (let index = kinds.length - 2; index >= 0; index--) {
    const next = kinds[index + 1];
    behind[index] = next === "text" || next === "skip" ? behind[index + 1] : next;
  }
  return behind;
}
