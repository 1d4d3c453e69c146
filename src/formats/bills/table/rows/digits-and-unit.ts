import { isKnownUnit } from "../../../../domain/units.js";
import type { Cell } from "../../../tables/table-row.js";

/** A number and, behind it, words that may be its unit. */
const numberWithUnit = /^((?:€ ?)?-?\d[\d.,]{0,20}) {0,2}(?:€|euro?\b)? ?\/? ?(\p{L}[^\d]{0,20}[23]?)$/iu;

/** What a cell holds that is a number with its unit, `10 mc` or `€ 12,50/mc`; null: it is none. */
export function digitsAndUnit(cell: Cell | undefined): { digits: string; unit: string } | null {
  if (typeof cell !== "string") return null;
  const [, digits, words = ""] = numberWithUnit.exec(cell.trim()) ?? [];
  const unit = [words, words.replace(/^(?:al|alla|allo|per|a)\s+/i, "")].find(
    (each) => isKnownUnit(each) && !/^euro?\b/i.test(each),
  );
  return digits === undefined || unit === undefined ? null : { digits, unit };
}
