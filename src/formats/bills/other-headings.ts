import type { FoundHeader } from "../tables/find-header.js";
import { headerAt } from "../tables/header-at.js";
import type { Columns, Field } from "../tables/headings.js";
import { cellText, type TableRow } from "../tables/table-row.js";
import type { WarningList } from "../warning-list.js";

/** Of the cells that headings of works fill at least. */
const fewestHeadings = 3;
const filledCells = ({ cells }: TableRow): number => cells.filter((cell) => cell !== null && cell !== "").length;
const hasDigit = ({ cells }: TableRow): boolean => cells.some((cell) => /\d/.test(cellText(cell ?? null)));

/** Whether columns that a row names are those of works, and not all where the sheet's own are. */
function areOther(named: Columns, own: Columns): boolean {
  const areOfWorks = named.description !== undefined && (named.quantity ?? named.price ?? named.amount) !== undefined;
  return areOfWorks && (Object.entries(named) as [Field, number][]).some(([field, column]) => own[field] !== column);
}

/**
 * Warns of headings of other columns among the rows of one sheet, if a row with a number stands beneath them: a sheet has one table, and a
 * second one's lines would get lost, or their prices be taken for quantities, without a word.
 */
export function warnOfOtherHeadings(rows: readonly TableRow[], { columns }: FoundHeader, warnings: WarningList): void {
  let place: string | null = null;
  for (const row of rows) {
    if (hasDigit(row)) {
      if (place !== null) warnings.add("other_headings", place, detail);
      place = null;
    } else if (filledCells(row) >= fewestHeadings) {
      const named = headerAt(row, undefined)?.columns;
      if (named) place = areOther(named, columns) ? row.place : null;
    }
  }
}

const detail =
  "these headings aren't where the sheet's other ones are: what is beneath them is left out or misread; give it a sheet with the same columns, or a file of its own";
