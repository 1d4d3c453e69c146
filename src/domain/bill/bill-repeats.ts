import { isWithinBounds } from "../number-limits.js";
import { type Measured, measureLine, type QuantityOf, type RowFaultCode, repeatedBy } from "./bill-measurements.js";
import type { BillNode } from "./bill-node.js";
import { dependencyOrder } from "./dependency-order.js";

/** A row that counts 0 because its content can't be counted. */
export interface BillFault {
  code: RowFaultCode;
  /** index of its line */
  index: number;
  /** its place among the line's measurements */
  row: number;
}

/**
 * The quantities of a bill's lines. Each line is computed after the lines that it repeats. Rows in a cycle count 0, and so do rows that repeat
 * a missing line. Takes time in proportion to the rows, however long a chain of repeats is.
 */
export function measureLines(
  lines: readonly BillNode[],
  decimals: number,
): { measured: Measured[]; faults: BillFault[] } {
  const faults: BillFault[] = [];
  const measured: Measured[] = [];
  const repeats = new Map<number, number[]>();
  const measure = (index: number, quantityOf: QuantityOf): void => {
    measured[index] = measureLine(lines[index] as BillNode, decimals, quantityOf, (row, code) =>
      faults.push({ code, index, row }),
    );
  };
  for (const [index, { measurements = [] }] of lines.entries()) {
    const repeated: number[] = [];
    for (const row of measurements) {
      const repeat = repeatedBy(row);
      if (repeat) repeated.push(repeat.line);
    }
    if (repeated.length === 0) measure(index, () => "missing_line");
    else repeats.set(index, repeated);
  }
  for (const group of dependencyOrder(repeats)) {
    const circle = new Set(group);
    // A group of one line is a cycle only if the line repeats itself.
    const quantityOf: QuantityOf = (line) => (circle.has(line) ? "circle" : repeatable(measured[line]?.quantity));
    for (const index of group) measure(index, quantityOf);
  }
  return { measured, faults: faults.sort((a, b) => a.index - b.index || a.row - b.row) };
}

/** A quantity that is too large is refused or reported where it arises; a chain must not push it beyond what numbers can hold. */
const repeatable = (quantity: number | undefined): ReturnType<QuantityOf> =>
  quantity === undefined ? "missing_line" : isWithinBounds(quantity) ? quantity : 0;
