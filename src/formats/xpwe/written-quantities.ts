import type { BillNode } from "../../domain/bill.js";
import { sum } from "../../domain/money.js";
import { dependencyOrder } from "./circles.js";
import { rowQuantity } from "./quantities.js";

/** A line's quantity, and what each of its rows counts; of a partial, the running total that it prints. */
export interface WrittenQuantities {
  quantity: number;
  rows: number[];
}

/** @param lines in the order of their index */
export function writtenQuantities(lines: readonly BillNode[], decimals: number): WrittenQuantities[] {
  const written: WrittenQuantities[] = lines.map(() => ({ quantity: 0, rows: [] }));
  const targets = lines.map(({ measurements = [] }) =>
    measurements.flatMap(({ sameAs }) => (sameAs ? [sameAs.line] : [])),
  );
  for (const group of dependencyOrder(targets.map((line) => line.filter((target) => target in lines)))) {
    const circle = new Set(group);
    for (const at of group) {
      const line = lines[at];
      if (line)
        written[at] = quantitiesOf(
          line,
          (target) => (circle.has(target) ? 0 : (written[target]?.quantity ?? 0)),
          decimals,
        );
    }
  }
  return written;
}

function quantitiesOf(
  { measurements = [], qty }: BillNode,
  of: (line: number) => number,
  decimals: number,
): WrittenQuantities {
  let sincePartial: number[] = [];
  const counted: number[] = [];
  const rows = measurements.map((row) => {
    if (row.kind === "partial") {
      const partial = sum(sincePartial);
      sincePartial = [];
      return partial;
    }
    const quantity = rowQuantity(row, row.sameAs ? of(row.sameAs.line) : undefined, decimals);
    sincePartial.push(quantity);
    counted.push(quantity);
    return quantity;
  });
  return { quantity: measurements.length > 0 ? sum(counted) : (qty ?? 0), rows };
}
