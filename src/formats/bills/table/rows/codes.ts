import { isKnownUnit } from "../../../../domain/units.js";
import { isAbove, withoutSeparator } from "../../../price-lists/code-parts.js";
import { startsSmall } from "../../../tables/sentences.js";
import type { BillTableRow } from "./sheet-row.js";

/** Words, and no code: `1. FONDAZIONI`, `T O T A L E`. */
const areWords = (text: string): boolean =>
  /^(?:\p{L} +){3}|^i\.?v\.?a\b|^tot\b|(?<![\p{L}\d._/-])\p{L}{3,}(?![\p{L}\d._/-])/iu.test(text.slice(0, 300));

/** The rows, with words alone as their text: titles and totals are often merged over all columns, and stand in the first. */
export function withWordsInPlace(rows: readonly BillTableRow[]): BillTableRow[] {
  return rows.map((row) => {
    const [words = "", ...others] = [row.number, row.code, row.text, row.unit].filter((text) => text !== "");
    const isUnit = isKnownUnit(words) || (row.unit !== "" && startsSmall(words));
    const isAlone = row.text === "" && others.length === 0 && areWords(words) && !isUnit;
    return isAlone ? { ...row, text: words, code: "", number: "", unit: "", isTextApart: true } : row;
  });
}

const isLineNumber = (code: string): boolean => /^\d{1,6}$/.test(code);

/** Whether a row has no more than a line's number where codes stand, and words. */
const hasNumberAlone = (row: BillTableRow): boolean =>
  row.number === "" &&
  isLineNumber(row.code) &&
  row.text !== "" &&
  row.unit === "" &&
  row.factors.size === 0 &&
  [row.quantity, row.price, row.amount].every((figure) => figure === null);

/** Whether the code in a row is that of the line above: a measurement or words follow it, and no price. */
const hasCodeOf = (above: BillTableRow, row: BillTableRow): boolean =>
  row.number === "" &&
  /[\p{L}.]/u.test(row.code) &&
  !/^\d{1,6}[\s/]/.test(row.code) &&
  row.unit === "" &&
  row.price === null &&
  row.amount === null &&
  (row.factors.size > 0 || row.quantity !== null || !isAbove(withoutSeparator(above.code), row.code));

/** The rows, with each line's number and code together: PriMus prints the code below the number, beside the text or the first measurement. */
export function withCodesJoined(rows: readonly BillTableRow[]): BillTableRow[] {
  const joined: BillTableRow[] = [];
  for (const row of rows) {
    const above = joined.at(-1);
    if (!above || !hasNumberAlone(above) || !hasCodeOf(above, row)) {
      joined.push(row);
      continue;
    }
    const isMeasured = row.factors.size > 0 || row.quantity !== null;
    const text = isMeasured || row.text === "" ? above.text : `${above.text}\n${row.text}`;
    joined[joined.length - 1] = { ...above, number: above.code, code: row.code, text };
    if (isMeasured) joined.push({ ...row, code: "" });
  }
  return joined.map((row) =>
    row.number === "" && isLineNumber(row.code) ? { ...row, number: row.code, code: "" } : row,
  );
}
