import { isShouted } from "../../../tables/sentences.js";
import { sectionNumber } from "../layout.js";
import { goesOn } from "./description-words.js";
import { type BillTableRow, isBare, isNamed } from "./sheet-row.js";

/** of one description */
const maxRowsOfText = 30;

const hasWordsAlone = (row: BillTableRow): boolean => isBare(row) && row.amount === null;
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
