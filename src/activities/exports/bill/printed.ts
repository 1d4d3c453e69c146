import type { SectionRow } from "../../../domain/bill/bill-rows.js";
import { breakable, line, printedLine } from "../../pdf/printable.js";

/** So long a text, or of so many lines, may go on on the next page. */
const whole = { characters: 700, lines: 12 };

export const isLong = (texts: readonly string[]): boolean =>
  texts.length > whole.lines || texts.reduce((sum, text) => sum + text.length, 0) > whole.characters;

/** A code of the price list: it breaks at its points rather than anywhere. */
export const printedCode = (code: string): string => breakable(line(code).replaceAll(".", ".\u200b"), 15);

/** Figures by the number of their column. */
export type Figures = Record<number, string>;

/** A printed column; width in millimetres, 0: the remaining width. */
export interface PrintColumn {
  label: string[];
  width: number;
  figures: boolean;
}

export const column = (label: string, width: number, figures = true): PrintColumn => ({
  label: label.split("\n"),
  width,
  figures,
});

/** What bill.typ shows of a document, beside its head. */
export interface PrintedRows {
  columns: PrintColumn[];
  /** the first column with figures that are carried over; what stands before is their label */
  carriedFrom: number;
  rows: object[];
  total: { label: string; cells: Figures } | null;
  summary: { level: number; title: string; amount: string; share: string }[] | null;
  recap: { label: string; value: string; strong: boolean }[];
  notes: string[];
}

/** What titles of imported bills begin with: `1 DEMOLIZIONI`, `01.A Scavi`, `A) Opere`, `II - Impianti`; not `2° piano`, `A corpo`. */
const ownNumber =
  /^(?:(?:[A-Z]{1,3}[.-]?)?\d{1,3}(?:[./-]\w{1,4}){0,5}[.)]?(?:\s+[-–])?|(?:[A-Z]|[IVX]{1,5})(?:[.)]|\s+[-–]))\s+\p{Lu}/u;

/** Words alone behind it: a number only where the section is the first, the second and so on; else how many: `2 BAGNI`. Nobody counts `05`. */
const bareNumber = /^([1-9]\d{0,2})\s+\p{Lu}/u;

/** Not section A with its own number. */
const beginsWithWord = /^A (?:corpo|misura)\b/i;

/** A section's title as it is printed. */
export const printedTitle = ({ title }: Pick<SectionRow, "title">): string => printedLine(title) || "Senza titolo";

/** The number that is printed before a section's title; "" where the title begins with one of its own. */
export function printedNumber({ number, place, title }: Pick<SectionRow, "number" | "place" | "title">): string {
  const bare = bareNumber.exec(title)?.[1];
  const isOwn = bare === undefined ? ownNumber.test(title) : Number(bare) === place;
  return isOwn || (title.startsWith(`${number} `) && !beginsWithWord.test(title)) ? "" : number;
}
