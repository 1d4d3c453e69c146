/** A number that its file shows otherwise than by its digits alone: 22 as `22%`, 1.1 as `1.10`. */
export interface FormattedNumber {
  number: number;
  /** in decimal, with a point */
  text: string;
}

/** A number where the file holds one as such; a text is trimmed and never empty. */
export type Cell = string | number | FormattedNumber | null;

/** One row of a table, whichever kind of file it stands in. Empty rows don't come. */
export interface TableRow {
  /** where its reader finds it: `row 34` of a CSV, `Foglio1 row 34` of a spreadsheet */
  place: string;
  /** the sheet, or the part of a JSON file, that it stands in; null in a CSV */
  sheet: string | null;
  /** at most `maxColumns`, without empty ones at the end */
  cells: Cell[];
}

/** What is wrong with a row, or doubtful of all of them, as its file holds it, found before anything of its content is known. */
export type RowFault = "text_cut" | "columns_left_out" | "unclosed_quote" | "uncalculated_formula" | "old_encoding";

/** Called for each fault, before its row comes, or of several rows at their sheet's end. @param detail where more than usual can be said */
export type OnFault = (fault: RowFault, place: string, detail?: string) => void;

/** Beyond this a cell is cut: ten times the longest text of a regional list, three times what Excel holds. */
export const maxCellChars = 100_000;

export function textCell(text: string): Cell {
  const trimmed = text.trim();
  return trimmed === "" ? null : trimmed;
}

/** @returns without the empty cells at its end; null if nothing is left */
export function trimRow(cells: Cell[]): Cell[] | null {
  let length = cells.length;
  while (length > 0 && (cells[length - 1] ?? null) === null) length--;
  return length === 0 ? null : Array.from({ length }, (_, index) => cells[index] ?? null);
}

/** A cell's text; numbers as they are written in decimal, with a point. */
export function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return "";
  return typeof cell === "object" ? cell.text : String(cell);
}

/** What a row of cells or headings has in a column, if the table has that column. */
export const inColumn = <T>(row: readonly T[], column: number | undefined): T | undefined =>
  column === undefined ? undefined : row[column];
