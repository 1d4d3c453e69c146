import type { BillMeasurement } from "../../domain/bill/bill.js";
import { factorNames } from "../../domain/bill/bill-measurements.js";
import { setFactor } from "../bills/factor.js";
import { shortenedText } from "../shortened-text.js";
import type { Warn } from "../warning-list.js";
import type { SixRow } from "./six-lines.js";

/** More lines than any one row repeats. */
const maxRepeats = 20;

/** A number that goes on with a list; none with decimals or a unit, as a dimension has. */
const listed = String.raw`\d{1,9}(?!\d|[.,]\d|\s?(?:mm?|cm|m[lqc]|kg|volte)\b)`;
/** Tight, as no difference of two dimensions is written that has none of their decimals. */
const range = `(?:[-–]${listed}){0,20}`;
const list = String.raw`\d{1,9}${range}(?:[,;+]\d{1,9}${range}){0,20}(?:(?:\s{0,3}[,;+]\s{1,3}|\s{1,3}[;+]|\s{1,3}ed?\s{1,3})${listed}${range}){0,20}`;
const ofNumber = String.raw`\s{0,5}(?:n(?:um|[nr.°º]{0,3})\.?\s{0,5})?`;

/** "vedi voce n. 12", "vedi voci n. 3, 4 e 5", "vedi voci n. 3-5": the lines that a row repeats. */
const reference = new RegExp(
  String.raw`\b(?:vedi|come)\s{1,5}(?:l[ae]\s{1,5})?voc(?:e${ofNumber}\d{1,9}|i${ofNumber}${list})`,
  "gi",
);

/** The numbers of a range. Of three or more, or of one that isn't in order or too long to be meant, those that it names. */
function numbersOf(range: string): number[] {
  const named = range.split(/[-–]/).map(Number);
  const [first = 0, last = 0, ...more] = named;
  return more.length === 0 && first < last && last - first < maxRepeats
    ? Array.from({ length: last - first + 1 }, (_, n) => first + n)
    : [...new Set(named)];
}

/** The cells of one position are added, as are the parts of one cell that a semicolon or a line's end parts. */
function textsByPosition(cells: SixRow["cells"]): string[] {
  const texts: string[] = [];
  for (const [position, cell] of cells) {
    const text = cell
      .split(/[;\r\n]+/)
      .filter((part) => part.trim())
      .join("+");
    const at = Math.min(Math.max(Math.trunc(position), 0), factorNames.length - 1);
    const before = texts[at];
    if (before === undefined) texts[at] = text;
    // Columns beyond the fourth are further factors.
    else texts[at] = position > at ? `(${before})*(${text})` : `${before}+${text}`;
  }
  return texts;
}

/**
 * A measurement as ours: positions 0 to 3 are equal parts, length, width and height. A sign holds for the rows below too.
 * @param isNegative whether it is a deduction, by its own sign or by one above
 * @returns one row, or one for each line that it repeats, with those lines' numbers
 */
export function measurementsOf(
  { cells, comments }: SixRow,
  isNegative: boolean,
  warn: Warn,
): { row: BillMeasurement; repeats: string | null }[] {
  const row: BillMeasurement = {};
  const desc = comments.join("\n");
  if (desc) row.desc = shortenedText(desc, "shortNote", warn);
  const repeated = (desc.match(reference) ?? [])
    .flatMap((words) => words.match(/\d+(?:[-–]\d+)*/g) ?? [])
    .flatMap(numbersOf)
    .slice(0, maxRepeats)
    .map(String);
  if (cells.length === 0 && repeated.length === 0) return [{ row: { ...row, kind: "note" }, repeats: null }];
  for (const [at, text] of textsByPosition(cells).entries()) {
    const name = factorNames[at];
    if (text !== undefined && name !== undefined) setFactor(row, name, text, { field: `prvCella ${at}`, warn });
  }
  if (isNegative) row.negative = true;
  if (repeated.length === 0) return [{ row, repeats: null }];
  return repeated.map((repeats) => ({ row: { ...row }, repeats }));
}
