import { breaksOff, isShouted, startsSmall } from "../../../tables/sentences.js";
import { longTextChars } from "./sheet-row.js";

/** Longer texts above a measurement are no name of a place (`Piano terra`). */
const longLabelChars = 30;

/**
 * Whether a row of words goes on with the description above it: that one breaks off, or this one begins or ends as no title does.
 * @param isSmallTitled whether titles of the file begin with small letters, which tell nothing then
 */
export function goesOn(description: string, text: string, isSmallTitled: boolean): boolean {
  if (text.length > longTextChars || breaksOff(description)) return true;
  if (startsSmall(text)) return !isSmallTitled;
  return /[,;]$/.test(text) || (/[^.]\.$/.test(text) && text.length > longLabelChars && !isShouted(text));
}

/** Whether the row of words right above a measurement is part of the description, and not the name of what is measured there. */
export const describesMore = (description: string, text: string): boolean =>
  text.length > longTextChars ||
  breaksOff(description) ||
  (startsSmall(text) && text.length > longLabelChars && !text.endsWith(":"));
