import { csvCell } from "../csv-cell.js";
import type { Cell, Table } from "./table.js";

/** A number with a decimal comma and all its digits, never with an exponent. */
const italian = (value: number): string => plain(value).replace(".", ",");
const plain = (value: number): string =>
  Math.abs(value) >= 1e-6 || value === 0
    ? String(value)
    : value.toLocaleString("en", { useGrouping: false, maximumFractionDigits: 20 });

/** What keeps a number from being taken for a formula would keep it from being read as a number, so a minus stays. */
const cellOf = (cell: Cell): string => (cell === null ? "" : typeof cell === "number" ? italian(cell) : csvCell(cell));

/** A table as Italian spreadsheets read CSV: semicolons, decimal commas, CRLF, UTF-8 with a byte order mark. */
export function writeCsv({ columns, rows }: Pick<Table, "columns" | "rows">): Uint8Array<ArrayBuffer> {
  const line = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(";")}\r\n`;
  const parts = [`\uFEFF${line(columns.map(({ heading }) => heading))}`];
  for (const { cells } of rows) parts.push(line(cells));
  return new TextEncoder().encode(parts.join(""));
}
