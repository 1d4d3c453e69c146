import { columnsOf, knownColumns } from "./columns-of.js";
import { type Columns, type Field, normalizedHeading } from "./headings.js";
import { statesPercent } from "./italian-number.js";
import type { TableRow } from "./table-row.js";

/** Headings of two rows: what stands above spans the empty cells to its right. */
function joinedHeadings(above: readonly string[], below: readonly string[]): string[] {
  const length = Math.max(above.length, below.length);
  let spanning = "";
  return Array.from({ length }, (_, index) => {
    const top = above[index] ?? "";
    const bottom = below[index] ?? "";
    if (top !== "") spanning = top;
    if (bottom === "") return top;
    return spanning === "" ? bottom : `${spanning} ${bottom}`;
  });
}

export interface Header {
  columns: Columns;
  /** as compared, by column */
  headings: string[];
  /** how many rows it takes */
  rows: 1 | 2;
}

/** What two rows of headings name: each column by what stands in it, above or below or both. */
function ofTwoRows(above: readonly string[], below: readonly string[]): Header {
  const joined = joinedHeadings(above, below);
  const byBelow = joined.map((text, index) => below[index] || text);
  const columns: Columns = {};
  const used = new Set<number>();
  for (const found of [columnsOf(joined), columnsOf(byBelow)]) {
    for (const [field, column] of Object.entries(found) as [Field, number][]) {
      if (columns[field] !== undefined || used.has(column)) continue;
      columns[field] = column;
      used.add(column);
    }
  }
  return { columns, headings: joined, rows: 2 };
}

const isHeadingRow = (row: TableRow | undefined): boolean =>
  row !== undefined && !row.cells.some((cell) => cell !== null && typeof cell !== "string" && !statesPercent(cell));

/**
 * The headings that begin at a row, alone or with the row below.
 * @returns null where these rows are no headings
 */
export function headerAt(row: TableRow, below: TableRow | undefined): Header | null {
  if (!isHeadingRow(row)) return null;
  const above = row.cells.map(normalizedHeading);
  const one: Header = { columns: columnsOf(above), headings: above, rows: 1 };
  const two = below && isHeadingRow(below) ? ofTwoRows(above, below.cells.map(normalizedHeading)) : null;
  const best = two && knownColumns(two.columns) > knownColumns(one.columns) ? two : one;
  return knownColumns(best.columns) >= 3 ? best : null;
}
