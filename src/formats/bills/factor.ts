import type { BillMeasurement } from "../../domain/bill/bill.js";
import type { FactorName } from "../../domain/bill/bill-measurements.js";
import { evaluateExpression, maxExpressionLength } from "../../domain/bill/expression.js";
import { isWithinBounds } from "../../domain/number-limits.js";
import { withoutNoise } from "../tables/italian-number.js";
import type { Warn } from "../warning-list.js";

const plain = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/;
/** Points between thousands and a decimal comma: this can be read in one way only. */
const parted = /^[+-]?[1-9]\d{0,2}(?:\.\d{3}){1,4},\d+$/;
const scientific = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d{1,3}$/i;

/** Shorter texts have no more digits than a number keeps. */
const shortLength = 15;

/** Reads a number with a decimal point or comma; null if the text isn't a number. */
export function plainNumber(text: string): number | null {
  if (!plain.test(text) && !scientific.test(text)) return null;
  const number = Number(text.includes(",") ? text.replace(",", ".") : text);
  if (!Number.isFinite(number)) return null;
  return text.length > shortLength ? withoutNoise(number) : number;
}

interface FactorSource {
  /** as the file calls it */
  field: string;
  warn: Warn;
  /** the quantity that the file states for the row */
  stated?: number | null;
}

/**
 * Sets one of a row's factors from its text. If the text is an expression, the row keeps it too. A text that can't be evaluated counts 0,
 * with a warning; the warning names the row's stated quantity if the caller will use that instead.
 * @returns whether the text could be evaluated
 */
export function setFactor(
  row: BillMeasurement,
  name: FactorName,
  text: string,
  { field, warn, stated = null }: FactorSource,
): boolean {
  const number = plainNumber(parted.test(text) ? text.replaceAll(".", "") : text);
  const value = number ?? evaluateExpression(text);
  if (value !== null && isWithinBounds(value)) {
    row[name] = value;
    if (number === null && text.length <= maxExpressionLength) row[`${name}Expression`] = text;
    return true;
  }
  row[name] = 0;
  const shown = text.slice(0, 200);
  const instead = stated === null ? "it counts 0" : `the row counts ${stated}, as the file states`;
  if (value === null) warn("unreadable_expression", `${field}: "${shown}" can't be evaluated; ${instead}`);
  else warn("too_large", `${field}: ${shown} is larger than a million million; ${instead}`);
  return false;
}
