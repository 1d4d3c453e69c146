import { isKnownUnit } from "../../../../domain/units.js";

/** Words of a total, up to what it is of: `Totale`, `Totale voce n. 3`, `Restano`, `Tot. quantità`. */
const totalWords =
  /^\W{0,3}(?:(?:in )?tot(?:al[ei]|\.)?|sommano|somma|restano|resta|quantit[aà] totale)(?:\s{1,3}(?:voce|articolo|art\.|quantit[aà]|misur\p{L}{1,7})(?:\s{0,3}(?:n[.°r]{0,2})?\s{0,3}\d{1,6})?)?\s*:?\s*$/iu;

/** The unit that the words of a line's sum end with, as they stand there: `SOMMANO m2`, `Sommano al [m³]`, `Totale a corpo`; "": none. */
export function unitOfSum(text: string): string {
  const words = text.slice(0, 100).trim();
  if (totalWords.test(words)) return "";
  const [, ofSum = ""] =
    /^\W{0,3}(?:sommano|somma|restano|totale|tot\.?)\s{0,3}:?\s{1,5}(\S.{0,40})$/i.exec(words) ?? [];
  const unit = unitAlone(ofSum || words);
  return isKnownUnit(unit) || (ofSum !== "" && /^[^\s\d.:]{1,10}$/.test(unit)) ? unit : "";
}

/** `al m²`, `[mc]` without what stands around the unit. */
export const unitAlone = (words: string): string =>
  words
    .trim()
    .replace(/^(?:al?|per) (?!corpo)/i, "")
    .replace(/^[[(] ?| ?[\])]$/g, "");

/** Whether words are those of a line's sum: no work is called so. A unit alone may also name what is measured: `ore`, 8. */
export const saysSum = (text: string, isPriced: boolean): boolean =>
  totalWords.test(text) || ((isPriced || !isKnownUnit(unitAlone(text))) && isKnownUnit(unitOfSum(text)));
