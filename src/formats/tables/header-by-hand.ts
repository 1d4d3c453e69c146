import { shortened } from "../../domain/text/shortened.js";
import { columnByLetters, lettersOf, maxColumns } from "../columns.js";
import { UnreadableFile } from "../unreadable-file.js";
import { type FoundHeader, findHeader, maxRowsAbove } from "./find-header.js";
import { type Columns, type Field, type NamedColumns, normalizedHeading } from "./headings.js";
import type { Cell, TableRow } from "./table-row.js";

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

/**
 * The headings of a sheet whose columns are named by hand. Columns that aren't named so are found as always.
 * @returns null where the sheet has none of the headings
 * @throws MisnamedColumn for a name that no column has, or several have; it says which there are
 */
export function headerByHand(rows: readonly TableRow[], byHand: NamedColumns): FoundHeader | null {
  const found = findHeader(rows);
  const names = Object.entries(byHand) as [Field, string][];
  const lines = rows.slice(0, maxRowsAbove).map(({ cells }) => cells.map(normalizedHeading));
  if (found)
    lines[found.contentFrom - 1] = found.headings.map((text, at) => lines[found.contentFrom - 1]?.[at] || text);
  const wanted = names.map(([, name]) => normalizedHeading(name)).filter((heading) => heading !== "");
  const counts = lines.map((line) => wanted.filter((heading) => line.includes(heading)).length);
  const most = Math.max(0, ...counts);
  const at = most > 0 ? counts.indexOf(most) : found ? found.contentFrom - 1 : -1;
  const headings = lines[at] ?? [];
  const columns: Columns = {};
  for (const [field, name] of names) {
    const column = columnNamed(field, name, headings, most);
    if (column === null) return null;
    columns[field] = column;
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

/**
 * The column that is named by its heading, or by its letters.
 * @param most for the error: how many of all named headings the sheet has
 * @returns null where there are no headings that could have the name
 */
function columnNamed(field: Field, name: string, headings: readonly string[], most: number): number | null {
  const heading = normalizedHeading(name);
  const called = headings.flatMap((text, column) => (text !== "" && text === heading ? [column] : []));
  const [first, other] = called;
  const quoted = `"${shortened(name, 60)}"`;
  if (other !== undefined) {
    const which = `Give the letter of one: ${inOneLine(called.map(lettersOf))}`;
    throw new MisnamedColumn(field, `several are ${quoted}. ${which}.`, most);
  }
  if (first !== undefined) return first;
  const letters = name.trim();
  if (/^[a-z]{1,2}$/i.test(letters) && columnByLetters(letters) < maxColumns) return columnByLetters(letters);
  if (headings.length === 0) return null;
  const existing = inOneLine(headings.filter((text) => text !== ""));
  const which = `Give its letter, or one of the headings: ${existing}.`;
  throw new MisnamedColumn(field, `no column is ${quoted}. ${which}`, most);
}

const inOneLine = (names: readonly string[]): string => names.slice(0, 40).join(", ");

/** Where the content begins below headings that nobody knows: they are words in a column of numbers. */
function afterUnknownHeadings(rows: readonly TableRow[], { quantity, price, amount }: Columns): number {
  const isWords = (cell: Cell | undefined) => typeof cell === "string" && !/\d/.test(cell);
  const ofNumbers = [quantity, price, amount].filter((column) => column !== undefined);
  return rows.slice(0, maxRowsAbove).findIndex(({ cells }) => ofNumbers.some((column) => isWords(cells[column]))) + 1;
}
