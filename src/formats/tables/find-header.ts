import { shortened } from "../../domain/shortened.js";
import { UnreadableFile } from "../unreadable-file.js";
import { knownColumns } from "./columns-of.js";
import { type Header, headerAt } from "./header-at.js";
import { type Columns, type Field, type NamedColumns, normalizedHeading } from "./headings.js";
import { type Cell, maxColumns, type TableRow } from "./table-row.js";

/** Above its headings a table has a letterhead, a title, an address. */
const maxRowsAbove = 50;

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

/** A column by hand whose name none of a sheet's headings is, or several are. */
export class MisnamedColumn extends UnreadableFile {
  constructor(
    field: Field,
    words: string,
    /** how many of the named headings the sheet has */
    readonly found: number,
  ) {
    super("unknown_format", `columns.${field}: ${words}`);
  }
}

/** A column's number by its letters, from 0: `B` is 1. */
function columnByLetters(letters: string): number {
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** The letters of a column from 0: of 1 `B`. */
export const lettersOf = (column: number): string =>
  (column < 26 ? "" : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

const inOneLine = (names: readonly string[]): string => names.slice(0, 40).join(", ");

/**
 * The headings of a sheet whose columns are named by hand. Columns that aren't named so are found as always.
 * @returns null where the sheet has none of the headings
 * @throws MisnamedColumn for a name that no column has, or several have; it says which there are
 */
export function headerByHand(rows: readonly TableRow[], byHand: NamedColumns): FoundHeader | null {
  const found = findHeader(rows);
  const columns: Columns = {};
  const wanted: { field: Field; heading: string; value: string }[] = [];
  for (const [field, value] of Object.entries(byHand) as [Field, string][])
    wanted.push({ field, heading: normalizedHeading(value), value });
  const lines = rows.slice(0, maxRowsAbove).map(({ cells }) => cells.map(normalizedHeading));
  if (found)
    lines[found.contentFrom - 1] = found.headings.map((text, at) => lines[found.contentFrom - 1]?.[at] || text);
  const isHeading = ({ heading }: { heading: string }, line: readonly string[]) =>
    heading !== "" && line.includes(heading);
  const counts = lines.map((line) => wanted.filter((one) => isHeading(one, line)).length);
  const most = Math.max(0, ...counts);
  const at = most > 0 ? counts.indexOf(most) : found ? found.contentFrom - 1 : -1;
  const headings = lines[at] ?? [];
  for (const { field, heading, value } of wanted) {
    const called = headings.flatMap((text, column) => (text !== "" && text === heading ? [column] : []));
    const [first, ...others] = called;
    if (others.length > 0) {
      const which = `Give the letter of one: ${inOneLine(called.map(lettersOf))}`;
      throw new MisnamedColumn(field, `several are "${shortened(value, 60)}". ${which}.`, most);
    }
    if (first !== undefined) columns[field] = first;
    else if (/^[a-z]{1,2}$/i.test(value.trim()) && columnByLetters(value.trim()) < maxColumns) {
      columns[field] = columnByLetters(value.trim());
    } else if (headings.length === 0) return null;
    else {
      const existing = inOneLine(headings.filter((text) => text !== ""));
      const which = `Give its letter, or one of the headings: ${existing}.`;
      throw new MisnamedColumn(field, `no column is "${shortened(value, 60)}". ${which}`, most);
    }
  }
  const taken = new Set(Object.values(columns));
  if (found && found.contentFrom === at + 1) {
    for (const [field, column] of Object.entries(found.columns) as [Field, number][]) {
      if (columns[field] === undefined && !taken.has(column)) columns[field] = column;
    }
  }
  const contentFrom = at < 0 ? afterUnknownHeadings(rows, columns) : at + 1;
  return { columns, headings: [...headings], rows: 1, contentFrom };
}

/** Where the content begins below headings that nobody knows: they are words in a column of numbers. */
function afterUnknownHeadings(rows: readonly TableRow[], { quantity, price, amount }: Columns): number {
  const isWords = (cell: Cell | undefined) => typeof cell === "string" && !/\d/.test(cell);
  const ofNumbers = [quantity, price, amount].filter((column) => column !== undefined);
  return rows.slice(0, maxRowsAbove).findIndex(({ cells }) => ofNumbers.some((column) => isWords(cells[column]))) + 1;
}
