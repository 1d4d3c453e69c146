import type { BillMeasurement } from "../../domain/bill.js";
import { evaluateExpression } from "../../domain/expression.js";
import { product, sum } from "../../domain/money.js";
import type { WarningList } from "../warning-list.js";
import { dependencyOrder } from "./circles.js";
import { maxMagnitude } from "./numbers.js";
import { isNegative, type SeeRow } from "./rows.js";

/** A line of the file with its rows, which are settled here. */
export interface MeasuredLine {
  place: string;
  rows: BillMeasurement[];
  /** those of its rows that repeat another line, with that line's place in the list */
  sees: (SeeRow & { target: number })[];
  /** the quantity as the file states it */
  stated: number | null;
}

/** Leaves a row's text and lets it count nothing. */
export function neutralise(row: BillMeasurement): void {
  for (const key of Object.keys(row)) if (key !== "desc") delete row[key];
  row.kind = "note";
}

export const factorNames = ["count", "length", "width", "height"] as const;

/** @param repeated the quantity of the line that it repeats, if it does */
export function rowQuantity(row: BillMeasurement, repeated: number | undefined, decimals: number): number {
  if (row.kind === "note" || row.kind === "partial") return 0;
  const factors: number[] = repeated === undefined ? [] : [repeated];
  if (row.sameAs?.factor !== undefined) factors.push(row.sameAs.factor);
  for (const name of factorNames) {
    const expression = row[`${name}Expression`];
    const factor = (expression === undefined ? null : evaluateExpression(expression)) ?? row[name];
    if (factor !== undefined) factors.push(factor);
  }
  if (factors.length === 0) return 0;
  const quantity = product(factors, decimals);
  return row.negative ? -quantity : quantity;
}

/**
 * Settles the lines' quantities, each row rounded before it is added, as PriMus does: decides the sign of rows that repeat a line, and
 * takes the effect from rows in a circle and from numbers that no bill has.
 * @returns the quantity of each line
 */
export function settleQuantities(lines: MeasuredLine[], decimals: number, warnings: WarningList): number[] {
  const quantities: number[] = new Array(lines.length).fill(0);
  for (const group of dependencyOrder(lines.map(({ sees }) => sees.map(({ target }) => target)))) {
    const circle = new Set(group);
    for (const at of group) {
      const line = lines[at];
      if (!line) continue;
      const repeated = new Map<BillMeasurement, number>();
      for (const see of line.sees) {
        if (circle.has(see.target)) {
          neutralise(see.row);
          warnings.add(
            "circle",
            line.place,
            `it repeats VCItem ${see.lineId.slice(0, 40)}, which repeats it in turn; the row counts 0`,
          );
          continue;
        }
        const quantity = quantities[see.target] ?? 0;
        repeated.set(see.row, quantity);
        const rough = factorNames.reduce((result, name) => result * (see.row[name] ?? 1), quantity);
        if (!see.row.negative && isNegative(rough, see.stated, false)) see.row.negative = true;
      }
      quantities[at] = settleLine(line, repeated, decimals, warnings);
    }
  }
  return quantities;
}

function settleLine(
  line: MeasuredLine,
  repeated: ReadonlyMap<BillMeasurement, number>,
  decimals: number,
  warnings: WarningList,
): number {
  if (line.rows.length === 0) return line.stated ?? 0;
  const counted = line.rows.map((row) => {
    const quantity = rowQuantity(row, repeated.get(row), decimals);
    if (Math.abs(quantity) <= maxMagnitude) return quantity;
    neutralise(row);
    warnings.add("too_large", line.place, `a row counts ${quantity}, which no bill has; it counts 0`);
    return 0;
  });
  const quantity = sum(counted);
  if (Math.abs(quantity) <= maxMagnitude) return quantity;
  for (const row of line.rows) neutralise(row);
  warnings.add("too_large", line.place, `its quantity of ${quantity} is one that no bill has; it counts 0`);
  return 0;
}
