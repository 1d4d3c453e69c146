import { breaksOff, isShouted, startsSmall } from "../tables/sentences.js";
import type { BillTableRow, RowKind } from "./sheet-row.js";
import { isBare, longTextChars } from "./table-headings.js";
import { sectionNumber } from "./table-layout.js";
import type { StatedLine } from "./table-stated.js";

/** Longer texts above a measurement are no name of a place (`Piano terra`). */
const longLabelChars = 30;
/** of one description */
const maxRowsOfText = 30;
/** What further rows of words say of a line is in its notes. */
const maxDescriptionChars = 10_000;

/**
 * Whether a row of words goes on with the description above it: that one breaks off, or this one begins or ends as no title does.
 * @param isSmallTitled whether titles of the file begin with small letters, which tell nothing then
 */
function goesOn(description: string, text: string, isSmallTitled: boolean): boolean {
  if (text.length > longTextChars || breaksOff(description)) return true;
  if (startsSmall(text)) return !isSmallTitled;
  return /[,;]$/.test(text) || (/[^.]\.$/.test(text) && text.length > longLabelChars && !isShouted(text));
}

/** Whether the row of words right above a measurement is part of the description, and not the name of what is measured there. */
const describesMore = (description: string, text: string): boolean =>
  text.length > longTextChars ||
  breaksOff(description) ||
  (startsSmall(text) && text.length > longLabelChars && !text.endsWith(":"));

/**
 * What words beneath a line are. They go on with its description, which many programs part into rows, or are a note where measurements
 * follow or its sheet is open; else they are the next title.
 * @param next what the next row is
 * @param behind what comes next that isn't only words
 */
export function wordsBeneath(
  line: StatedLine,
  row: BillTableRow,
  next: RowKind | undefined,
  behind: RowKind | undefined,
  isSmallTitled: boolean,
): "description" | "note" | "title" {
  if (row.amount !== null) return "title";
  const text = row.text || row.code;
  const isTitled = isNamed(row) || row.isTextApart;
  const isMeasured = behind === "measurement" || behind === "partial" || behind === "sum";
  const description = line.node.desc ?? "";
  if (isTitled && !isMeasured) return "title";
  if (line.rows.length > 0 || description.length > maxDescriptionChars)
    return isMeasured || text.length > longTextChars || !isShouted(text) ? "note" : "title";
  if (isTitled) return "note";
  if (!isMeasured) return goesOn(description, text, isSmallTitled) ? "description" : "title";
  const isAlone = next !== "text" && behind !== "sum";
  return !isAlone || describesMore(description, text) ? "description" : "note";
}

const hasWordsAlone = (row: BillTableRow): boolean => isBare(row) && row.amount === null;
const isNamed = ({ number, code }: BillTableRow): boolean => number !== "" || code !== "";
const isPriced = (row: BillTableRow | undefined): boolean =>
  row !== undefined && !isNamed(row) && row.unit !== "" && (row.price !== null || row.amount !== null);

/**
 * The rows, with each line's description and figures together: many tables have the unit, quantity and price in the last of the rows that
 * a description takes. Where several lines without a code follow one another, what stands above them is their title.
 */
export function withDescriptionsJoined(rows: readonly BillTableRow[]): BillTableRow[] {
  const joined: BillTableRow[] = [];
  /** where the last row with a code and without figures stands, if words alone have followed */
  let start = -1;
  for (const [index, row] of rows.entries()) {
    const open = joined.slice(start < 0 ? joined.length : start);
    const [first] = open;
    const text = open.map((each) => each.text).join("\n");
    if (first && isPriced(row) && !isPriced(rows[index + 1]) && !isShouted(text) && goesOn(text, row.text, false)) {
      joined.length = start;
      joined.push({ ...row, place: first.place, number: first.number, code: first.code, text: `${text}\n${row.text}` });
      start = -1;
      continue;
    }
    const isSection = row.code === "" && sectionNumber.test(row.number);
    if (!hasWordsAlone(row) || isSection || open.length > maxRowsOfText) start = -1;
    else if (isNamed(row)) start = joined.length;
    joined.push(row);
  }
  return joined;
}
