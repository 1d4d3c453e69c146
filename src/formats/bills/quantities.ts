import type { BillMeasurement, BillNode } from "../../domain/bill/bill.js";
import { countedBy, type Measured } from "../../domain/bill/bill-measurements.js";
import { measureLines } from "../../domain/bill/bill-repeats.js";
import { isWithinBounds } from "../../domain/number-limits.js";
import type { WarningList } from "../warning-list.js";

/** A line of the file with its rows. A row that repeats another line refers to it by its index in the list. */
export interface MeasuredLine {
  place: string;
  rows: BillMeasurement[];
  /** the quantity as the file states it */
  stated: number | null;
}

/** A line that is too large can make the lines that repeat it too large; passes are limited. */
const maxPasses = 5;

/** Keeps a row's text and makes it a note, which counts nothing. */
export function neutralise(row: BillMeasurement): void {
  leaveText(row);
  row.kind = "note";
}

/** Keeps a row's text and replaces its factors with the quantity that the file states. */
export function countAs(row: BillMeasurement, quantity: number): void {
  leaveText(row);
  row.count = quantity;
}

function leaveText(row: BillMeasurement): void {
  for (const key of Object.keys(row)) if (key !== "desc") delete row[key];
}

/**
 * Computes the lines' quantities as a bill does. Rows that repeat each other in a circle, and rows whose quantity is too large for a bill,
 * become notes.
 * @returns the quantity of each line
 */
export function settleQuantities(lines: readonly MeasuredLine[], decimals: number, warnings: WarningList): number[] {
  const nodes = lines.map(({ rows, stated }): BillNode => ({ type: "line", qty: stated ?? 0, measurements: rows }));
  let { measured, faults } = measureLines(nodes, decimals);
  for (const { index, row } of faults) {
    const faulty = lines[index]?.rows[row];
    if (!faulty) continue;
    neutralise(faulty);
    const detail = `row ${row + 1} repeats a line that repeats this one in turn; it counts 0`;
    warnings.add("circle", lines[index]?.place ?? "", detail);
  }
  for (let pass = 0; pass < maxPasses && dropTooLarge(lines, measured, decimals, warnings); pass++) {
    measured = measureLines(nodes, decimals).measured;
  }
  return measured.map(({ quantity }) => quantity);
}

/** @returns whether any row was dropped */
function dropTooLarge(
  lines: readonly MeasuredLine[],
  measured: readonly Measured[],
  decimals: number,
  warnings: WarningList,
): boolean {
  let isAny = false;
  for (const [at, { rows, place }] of lines.entries()) {
    const { quantity = 0, largestRow = 0, measurements = [] } = measured[at] ?? {};
    if (isWithinBounds(Math.max(largestRow, Math.abs(quantity)))) continue;
    const large = rows.filter((_, row) => {
      const counted = measurements[row];
      return counted !== undefined && !isWithinBounds(countedBy(counted, decimals));
    });
    const dropped = large.length === 0 ? rows : large;
    if (dropped.length === 0) continue;
    isAny = true;
    for (const row of dropped) neutralise(row);
    warnings.add("too_large", place, `its rows come to ${quantity}, which is too large; the largest ones count 0`);
  }
  return isAny;
}

/**
 * Makes the rows that repeat a line refer to it by its index in the bill's tree instead of its index in the list.
 * @param inOrder the bill's lines, depth first
 * @param nodes the same lines in the order of the list
 */
export function pointToLines(
  inOrder: readonly BillNode[],
  nodes: readonly BillNode[],
  lines: readonly MeasuredLine[],
): void {
  const indexes = new Map(inOrder.map((node, index) => [node, index]));
  for (const { rows } of lines) {
    for (const row of rows) {
      const node = row.sameAs && nodes[row.sameAs.line];
      const index = node && indexes.get(node);
      if (index !== undefined) row.sameAs = { ...row.sameAs, line: index };
    }
  }
}
