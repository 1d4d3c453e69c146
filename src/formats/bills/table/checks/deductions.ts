import { type BillNode, computedLine } from "../../../../domain/bill/bill.js";
import { countedBy } from "../../../../domain/bill/bill-measurements.js";
import { sum } from "../../../../domain/money.js";
import { isAbout } from "../is-about.js";
import { saysDeduction } from "../rows/says-deduction.js";
import type { StatedRow } from "../tree/measurement.js";
import type { StatedLine } from "../tree/stated.js";

/**
 * Makes rows that say they deduct, but have positive quantities, deduct these if this gives the line's stated quantity.
 * @returns whether rows were changed
 */
export function settleDeductions(
  lines: readonly StatedLine[],
  computed: readonly BillNode[],
  decimals: number | null,
): boolean {
  let isChanged = false;
  for (const [index, line] of lines.entries()) {
    const node = computed[index] as BillNode;
    const { quantity } = computedLine(node);
    if (line.quantity === null || isAbout(quantity, line.quantity)) continue;
    const counts = (node.measurements ?? []).map((row) => countedBy(row, decimals));
    const comesOut = (rows: readonly number[]): boolean =>
      rows.length > 0 && isAbout(quantity - 2 * sum(rows.map((row) => counts[row] ?? 0)), line.quantity ?? 0);
    const deducting = [deductions(line.rows, false), deductions(line.rows, true)]
      .map((rows) => rows.filter((row) => (counts[row] ?? 0) > 0))
      .find(comesOut);
    for (const row of deducting ?? []) {
      const stated = line.rows[row] as StatedRow;
      stated.row.negative = true;
      if (stated.quantity !== null) stated.quantity = 0 - stated.quantity;
      isChanged = true;
    }
  }
  return isChanged;
}

/**
 * The indexes of the rows that say they deduct.
 * @param areNotesHeadings includes the rows below a note that says so (`A dedurre:`), up to the next note
 */
function deductions(rows: readonly StatedRow[], areNotesHeadings: boolean): number[] {
  let isBelow = false;
  return rows.flatMap(({ row }, place) => {
    const isSaid = saysDeduction(row.desc ?? "");
    if (row.kind === "note") isBelow = areNotesHeadings && isSaid;
    return row.kind === undefined && (isBelow || isSaid) ? place : [];
  });
}
