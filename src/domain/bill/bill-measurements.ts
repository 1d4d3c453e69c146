import { product, productOfQuotients, sum } from "../money.js";
import type { BillMeasurement, BillNode } from "./bill-node.js";
import { evaluateExpression } from "./expression.js";

export const factorNames = ["count", "length", "width", "height"] as const;
export type FactorName = (typeof factorNames)[number];

/** Quantities have two decimals, unless the file that the bill was imported from says otherwise. */
export const usualQuantityDecimals = 2;

/** Why a row that should count something counts 0. */
export const rowFaultCodes = ["circle", "missing_line", "unreadable_expression"] as const;
export type RowFaultCode = (typeof rowFaultCodes)[number];

/** The computed values of a row that contains more than plain numbers. */
export interface ComputedRow {
  quantity: number;
  /** of a partial: the sum of the rows since the last partial */
  runningTotal?: number;
  fault?: RowFaultCode;
}

/** The line that a row repeats, if the row counts and its `sameAs` is well-formed; null: it repeats none. */
export function repeatedBy(row: BillMeasurement): { line: number; factor?: number } | null {
  const { sameAs } = row;
  if (!sameAs || !Number.isInteger(sameAs.line) || addsNothing(row)) return null;
  return typeof sameAs.factor === "number" ? { line: sameAs.line, factor: sameAs.factor } : { line: sameAs.line };
}

const addsNothing = ({ kind }: BillMeasurement): boolean => kind === "note" || kind === "partial";

/** Whether a factor is written as an expression; blank text isn't one. */
const isExpression = (text: string | undefined): text is string => typeof text === "string" && text.trim() !== "";

/** The text of a factor's expression; null where it has none. */
export function expressionOf(row: BillMeasurement, name: FactorName): string | null {
  const text = row[`${name}Expression`];
  return isExpression(text) ? text : null;
}

/** Whether any factor of a row is written as an expression; most rows have numbers alone. */
export const hasExpressions = (row: BillMeasurement): boolean =>
  row.countExpression !== undefined ||
  row.lengthExpression !== undefined ||
  row.widthExpression !== undefined ||
  row.heightExpression !== undefined;

/** A factor with its expression evaluated; undefined: the row doesn't have it; null: the expression can't be read. */
const amountOf = (text: string | undefined, number: number | undefined): number | null | undefined =>
  isExpression(text) ? evaluateExpression(text) : number;

/** One of a row's factors, as returned by `amountOf`. */
export const factorOf = (row: BillMeasurement, name: FactorName): number | null | undefined =>
  amountOf(row[`${name}Expression`], row[name]);

/** How many equal parts a row counts; null: its expression can't be read. */
export function countOf(row: BillMeasurement): number | null {
  const count = amountOf(row.countExpression, row.count);
  return count === undefined ? 1 : count;
}

/** The factors that a row has, with expressions evaluated; null: one can't be read. */
function factorsOf(row: BillMeasurement): number[] | null {
  // Each is named explicitly: a loop over the names takes a third of the time to compute a bill.
  const all = [
    amountOf(row.countExpression, row.count),
    amountOf(row.lengthExpression, row.length),
    amountOf(row.widthExpression, row.width),
    amountOf(row.heightExpression, row.height),
  ];
  const factors: number[] = [];
  for (const factor of all) {
    if (factor === null) return null;
    if (typeof factor === "number") factors.push(factor);
  }
  return factors;
}

/** Whether a row contains only numbers and a text, so nothing computed has to be stored with it. */
const isPlain = (row: BillMeasurement): boolean =>
  row.sameAs === undefined &&
  row.kind === undefined &&
  row.negative === undefined &&
  row.computed === undefined &&
  !hasExpressions(row);

/** The rounded product of a row's factors. @param factors with expressions evaluated */
export const rowProduct = (row: BillMeasurement, factors: number[], decimals: number): number =>
  hasExpressions(row) ? productOfQuotients(factors, decimals) : product(factors, decimals);

/** The quantity of the line that a row repeats, or why there is none. */
export type QuantityOf = (line: number) => number | RowFaultCode;

/** What a row adds to its line's quantity: the product of its factors, rounded; 0 without any. */
function countRow(row: BillMeasurement, quantityOf: QuantityOf, decimals: number): ComputedRow {
  if (addsNothing(row)) return { quantity: 0 };
  const factors = factorsOf(row);
  if (factors === null) return { quantity: 0, fault: "unreadable_expression" };
  const repeated = repeatedBy(row);
  if (repeated) {
    const quantity = quantityOf(repeated.line);
    if (typeof quantity === "string") return { quantity: 0, fault: quantity };
    factors.push(quantity);
    if (repeated.factor !== undefined) factors.push(repeated.factor);
  }
  if (factors.length === 0) return { quantity: 0 };
  const quantity = rowProduct(row, factors, decimals);
  return { quantity: row.negative === true ? 0 - quantity : quantity };
}

export interface Measured {
  quantity: number;
  /** the largest magnitude that any row counts; 0: the line has no sheet */
  largestRow: number;
  /** the rows of its sheet, with `computed` on those that contain more than numbers; undefined: the line has no sheet */
  measurements?: BillMeasurement[];
}

/**
 * A line's quantity: the sum of its measurements, each rounded before it is added as PriMus does, or `qty` where it has none.
 * @param report is called for each row that counts 0 because of a fault
 */
export function measureLine(
  line: BillNode,
  decimals: number,
  quantityOf: QuantityOf,
  report: (row: number, code: RowFaultCode) => void,
): Measured {
  const rows = line.measurements ?? [];
  if (rows.length === 0) return { quantity: line.qty ?? 0, largestRow: 0 };
  let largestRow = 0;
  const quantities: number[] = [];
  let partialFrom = 0;
  let measurements = rows;
  for (const [place, row] of rows.entries()) {
    const counted = countRow(row, quantityOf, decimals);
    if (counted.fault) report(place, counted.fault);
    largestRow = Math.max(largestRow, Math.abs(counted.quantity));
    if (row.kind === "partial") {
      counted.runningTotal = sum(quantities.slice(partialFrom), decimals);
      partialFrom = quantities.length;
    } else quantities.push(counted.quantity);
    if (isPlain(row)) continue;
    if (measurements === rows) measurements = [...rows];
    measurements[place] = { ...row, computed: counted };
  }
  return { quantity: sum(quantities, decimals), largestRow, measurements };
}

/**
 * A row of a computed bill as it was counted. A row without `computed` was stored when its other properties had no meaning, even if they
 * have the names of ours: only its numbers count.
 */
export function countedRow(row: BillMeasurement): BillMeasurement {
  if (isPlain(row) || typeof row.computed === "object") return row;
  const { desc, count, length, width, height } = row;
  return { desc, count, length, width, height };
}

/** What a row of a computed bill adds to its line's quantity. @param decimals of the bill's quantities; null: the usual two */
export const countedBy = (row: BillMeasurement, decimals: number | null): number =>
  computedOf(row)?.quantity ?? countRow(countedRow(row), () => 0, decimals ?? usualQuantityDecimals).quantity;

/** The quantity column of a row of a computed bill: what it counts, or a partial's running total. */
export const shownQuantity = (row: BillMeasurement, decimals: number | null): number =>
  computedOf(row)?.runningTotal ?? countedBy(row, decimals);

const computedOf = ({ computed }: BillMeasurement): ComputedRow | null | undefined =>
  computed as ComputedRow | null | undefined;
