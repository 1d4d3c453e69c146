import { UnreadableFile } from "../unreadable-file.js";
import type { Field, NamedColumns } from "./headings.js";

interface Wanted {
  /** whose headings they would be: `a bill` */
  of: string;
  /** without these columns nothing can be read */
  required: readonly [Field, Field];
  /** all that can be named */
  known: readonly Field[];
  example: NamedColumns;
}

/** Whether any column is named by hand. */
export const isNamed = (columns: NamedColumns | undefined): columns is NamedColumns =>
  columns !== undefined && Object.keys(columns).length > 0;

/** That no row of a table has the headings, and what to do: the columns can be named by hand, or were named otherwise than they are. */
export function noHeadings(
  columns: NamedColumns | undefined,
  { of, required, known, example }: Wanted,
): UnreadableFile {
  const say = (words: string): UnreadableFile => new UnreadableFile("unknown_format", words);
  if (!isNamed(columns)) {
    const names = `${JSON.stringify(example)}; these can be named: ${known.join(", ")}`;
    return say(`No row has the headings of ${of}. Name its columns: ${names}.`);
  }
  if (required.some((field) => !columns[field])) return say(`columns must name ${required.join(" and ")} at least.`);
  return say("No row has the headings that columns name. Give letters, or headings as they stand in the file.");
}
