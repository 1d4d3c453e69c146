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

const between = /\s*[/|]\s*/;
/** In one language headings have several lines too, of which one may name another column: `Quantità`, `minima`. */
const orInLines = /\s*[/|\n]\s*/;

/**
 * The headings of a row in one language each, where most of them stand there in several: `Bezeichnung / Descrizione`. A list of South
 * Tyrol, Aosta or Friuli has its Italian first or last, everywhere at the same place.
 */
function inEachLanguage(row: TableRow, divider: RegExp): string[][] {
  const parts = row.cells.map((cell) => (typeof cell === "string" ? cell.slice(0, 200).trim().split(divider) : []));
  const languages = Math.max(...parts.map(({ length }) => length));
  const inAll = parts.filter(({ length }) => length > 1 && length === languages).length;
  if (inAll < 3 || inAll * 2 <= parts.filter(({ length }) => length > 0).length) return [];
  return Array.from({ length: languages }, (_, at) =>
    parts.map((texts) => normalizedHeading(texts[at] ?? texts[0] ?? "")),
  );
}

const ofOneRow = (headings: string[]): Header => ({ columns: columnsOf(headings), headings, rows: 1 });

/** The first of those that name the most columns. */
const best = (headers: readonly [Header, ...Header[]]): Header =>
  headers.reduce((most, each) => (knownColumns(each.columns) > knownColumns(most.columns) ? each : most));

const isHeader = ({ columns }: Header): boolean => knownColumns(columns) >= 3;

/**
 * The headings that begin at a row, alone or with the row below.
 * @returns null where these rows are no headings
 */
export function headerAt(row: TableRow, below: TableRow | undefined): Header | null {
  if (!isHeadingRow(row)) return null;
  const above = row.cells.map(normalizedHeading);
  const two = below && isHeadingRow(below) ? [ofTwoRows(above, below.cells.map(normalizedHeading))] : [];
  const whole = best([ofOneRow(above), ...two]);
  const found = best([whole, ...inEachLanguage(row, isHeader(whole) ? between : orInLines).map(ofOneRow)]);
  return isHeader(found) ? found : null;
}
