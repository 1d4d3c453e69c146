import { isShouted } from "../../../tables/sentences.js";
import { describesMore, goesOn } from "../rows/description-words.js";
import { type BillTableRow, isNamed, longTextChars, type RowKind } from "../rows/sheet-row.js";
import type { StatedLine } from "./stated.js";

/** What further rows of words say of a line is in its notes. */
const maxDescriptionChars = 10_000;

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
