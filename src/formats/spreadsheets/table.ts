/** A cell: text, a number or nothing. A text is never a formula. */
export type Cell = string | number | null;

export interface TableColumn {
  heading: string;
  /** in characters */
  width: number;
  /** of its numbers, as spreadsheets write it: `#,##0.00`; unset: as they are */
  numberFormat?: string;
}

/** A row of a table, and how it stands out: headings of parts, their totals, texts that are less important. */
export interface TableRow {
  cells: readonly Cell[];
  emphasis?: "title" | "total" | "quiet";
}

export interface Table {
  /** of the sheet, at most 31 characters */
  name: string;
  columns: readonly TableColumn[];
  rows: Iterable<TableRow>;
}
