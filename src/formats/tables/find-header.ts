import { knownColumns } from "./columns-of.js";
import { type Header, headerAt } from "./header-at.js";
import { normalizedHeading } from "./headings.js";
import type { TableRow } from "./table-row.js";

/** Above its headings a table has a letterhead, a title, an address. */
export const maxRowsAbove = 50;

export interface FoundHeader extends Header {
  /** the first row of the content, among those that were given */
  contentFrom: number;
}

/** Whether a row is one of the headings once more, as they stand on each page. */
export function repeats(headings: readonly TableRow[]): (row: TableRow) => boolean {
  const written = headings.map(({ cells }) => cells.map(normalizedHeading));
  const isOf = (texts: readonly string[], { cells }: TableRow): boolean =>
    cells.every((cell, at) => cell === null || (texts[at] !== "" && normalizedHeading(cell) === texts[at]));
  return (row) => row.cells.filter((cell) => cell !== null).length > 1 && written.some((texts) => isOf(texts, row));
}

/**
 * The headings among a sheet's first rows: where the most columns are named. Those of its next pages aren't, since lines stand above them;
 * what stands above them needn't be one of their rows.
 */
export function findHeader(rows: readonly TableRow[]): FoundHeader | null {
  let best: FoundHeader | null = null;
  let isRepeated = (_: TableRow): boolean => false;
  for (const [index, row] of rows.slice(0, maxRowsAbove).entries()) {
    const header = headerAt(row, rows[index + 1]);
    if (!header) continue;
    const contentFrom = index + header.rows;
    const more = best ? knownColumns(header.columns) - knownColumns(best.columns) : 1;
    const end: number = best?.contentFrom ?? 0;
    if (contentFrom === end ? more < 0 : more <= 0) continue;
    if (rows.slice(Math.max(index, end), contentFrom).some(isRepeated)) continue;
    best = { ...header, contentFrom };
    isRepeated = repeats(rows.slice(index, contentFrom));
  }
  return best;
}
