import type { BillMeasurement } from "../bill/bill.js";
import {
  type ComputedRow,
  countedBy,
  expressionOf,
  factorNames,
  factorOf,
  hasExpressions,
  type RowFaultCode,
  usualQuantityDecimals,
} from "../bill/bill-measurements.js";
import { product } from "../money.js";
import { shortened } from "../text/shortened.js";
import type { CheckedLine } from "./checked-line.js";
import { wholeRows } from "./our-keys.js";

const seeAnother =
  /\b(?:ved(?:i|asi|ere)|v\.|come)\s{0,3}(?:(?:la|alla|da)\s{1,3})?(?:voc[ei]|v\.|riga|art(?:icolo)?\b)/i;

const deducted =
  /(?<!\b(?:non|senza|nessuna|escluse?|lordo|netto)\b.{0,20})\b(?:a d(?:edur|etrar)re|si deduc(?:e|ono)|dedott[oaie]|(?:a|in) (?:deduzione|detrazione)|deduzion[ei]|detrazion[ei])\b/i;

/** A quantity with the decimals of its bill. @param decimals null: the usual two */
export const rounded = (quantity: number, decimals: number | null): number =>
  product([quantity], decimals ?? usualQuantityDecimals);

/** Adds warnings for probable mistakes in a row of a line's measurements. @param decimals of the bill's quantities; null: the usual two */
export function warnOfMeasurement(
  line: CheckedLine,
  row: number,
  measurement: BillMeasurement,
  decimals: number | null,
): void {
  const { desc, quantity } = measurement;
  const path = ["measurements", row] as const;
  warnOfFault(line, row, measurement);
  warnOfWholeRow(line, path, measurement);
  if (hasExpressions(measurement)) warnOfExpressions(line, path, measurement);
  const isDeduction =
    measurement.negative === true || hasTwoNegatives(measurement) || (desc && deducted.test(desc.slice(0, 500)));
  const seesAnother = desc && !measurement.sameAs && seeAnother.test(desc.slice(0, 500));
  // Counting each row again takes as long as computing the bill.
  if (typeof quantity !== "number" && !isDeduction && !seesAnother) return;
  const counted = countedBy(measurement, decimals);
  if (typeof quantity === "number" && rounded(quantity, decimals) !== counted)
    line.warn("quantity_contradicted", [...path, "quantity"], () => ({
      detail: `${line.name}: a measurement has quantity ${quantity}, but counts as ${counted}.`,
      suggestion: `A measurement's quantity comes from "count", "length", "width" and "height"; give them, or "count": ${quantity}.`,
    }));
  if (counted > 0 && line.figures.unitPrice > 0 && isDeduction)
    line.warn("deduction_added", path, () => ({
      detail: `${line.name}: ${desc ? `"${shortened(desc, 60)}"` : "a deduction"} adds ${counted} to the quantity instead of deducting it.`,
      suggestion: `To deduct it, set "negative": true, or make exactly one of its numbers negative, such as "count": -1.`,
    }));
  if (Math.abs(counted) <= 1 && seesAnother)
    line.warn("quantity_contradicted", [...path, "desc"], () => ({
      detail: `${line.name}: "${shortened(desc, 60)}" is only text. The other line's quantity isn't looked up, and this counts as ${counted}.`,
      suggestion: `Repeat it with "sameAs": {"line": …}, the other line's index.`,
    }));
}

type Path = readonly ["measurements", number];

const faultDetails: Record<RowFaultCode, string> = {
  circle: "repeats a line that repeats this one in turn, so it counts 0",
  missing_line: "repeats a line that the bill doesn't have, so it counts 0",
  unreadable_expression: "has an expression that can't be read, so it counts 0",
};

function warnOfFault(line: CheckedLine, row: number, { computed }: BillMeasurement): void {
  const { fault } = (computed ?? {}) as Partial<ComputedRow>;
  const detail = fault && faultDetails[fault];
  if (detail)
    line.warn(fault, ["measurements", row], () => ({
      detail: `${line.name}: measurement ${row} ${detail}.`,
      suggestion: "Correct it, or leave it out.",
    }));
}

const calculation = /^[\d\s.,()+*/x×-]*\d[\d\s.,()+*/x×-]*$/i;

/** A row without a factor is a note, and the fields beside it count nothing. */
function warnOfWholeRow(line: CheckedLine, path: Path, measurement: BillMeasurement): void {
  const key = wholeRows.find((name) => measurement[name] !== undefined);
  const text = key && measurement[key];
  if (key === undefined || typeof text !== "string" || text.length > 200 || !calculation.test(text)) return;
  if (measurement.sameAs || measurement.kind || factorNames.some((name) => factorOf(measurement, name) !== undefined))
    return;
  line.warnOfKey(path, key, `Write it as "lengthExpression", or each factor as its own.`);
}

/** Two negative numbers make a positive quantity, which nobody who writes them means. */
const hasTwoNegatives = ({ count = 1, length = 1, width = 1, height = 1 }: BillMeasurement): boolean =>
  Number(count < 0) + Number(length < 0) + Number(width < 0) + Number(height < 0) > 1;

/** How far a number may be from its expression: as much as rounding to two decimals can change it. */
const roundedAway = 0.0051;

/** A number beside an expression that comes to something else: one of them was changed, and the expression counts. */
function warnOfExpressions(line: CheckedLine, path: Path, measurement: BillMeasurement): void {
  for (const name of factorNames) {
    const [number, expression] = [measurement[name], expressionOf(measurement, name)];
    if (expression === null || number === undefined) continue;
    const value = factorOf(measurement, name);
    if (typeof value !== "number" || Math.abs(value - number) <= roundedAway) continue;
    line.warn("quantity_contradicted", [...path, name], () => ({
      detail: `${line.name}: ${name} is ${number}, but ${name}Expression "${shortened(expression, 60)}" comes to ${value}, which is used.`,
      suggestion: `Correct the expression, or leave it out if ${name} is right.`,
    }));
  }
}
