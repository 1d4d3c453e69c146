import { headerAt } from "../../../tables/header-at.js";
import type { Columns, Field } from "../../../tables/headings.js";
import { cellText, type TableRow } from "../../../tables/table-row.js";
import type { WarningList } from "../../../warning-list.js";
import { areOfBill } from "./sheet-choice.js";

/** Of the cells that headings of works fill at least. */
const fewestHeadings = 3;
const filledCells = ({ cells }: TableRow): number => cells.filter((cell) => cell !== null && cell !== "").length;
const hasDigit = ({ cells }: TableRow): boolean => cells.some((cell) => /\d/.test(cellText(cell ?? null)));

/** Whether columns that a row names are a bill's, as those of a summary aren't, and not all where the sheet's own are. */
const areOther = (named: Columns, own: Columns): boolean =>
  areOfBill(named) && (Object.entries(named) as [Field, number][]).some(([field, column]) => own[field] !== column);

/**
 * Warns of headings of other columns among the rows of one sheet, if a row with a number stands beneath them: a sheet has one table, and a
 * second one's lines would get lost, or their prices be taken for quantities, without a word.
 */
export class OtherHeadings {
  #place: string | null = null;

  /** @param own the sheet's columns */
  constructor(
    private readonly own: Columns,
    private readonly warnings: WarningList,
  ) {}

  look(row: TableRow): void {
    if (hasDigit(row)) {
      if (this.#place !== null) this.warnings.add("other_headings", this.#place, detail);
      this.#place = null;
    } else if (filledCells(row) >= fewestHeadings) {
      const named = headerAt(row, undefined)?.columns;
      if (named) this.#place = areOther(named, this.own) ? row.place : null;
    }
  }
}

const detail =
  "these headings aren't where the sheet's other ones are: what is beneath them is left out or misread; give it a sheet with the same columns, or a file of its own";
