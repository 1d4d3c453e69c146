import { product, sum } from "../../domain/money.js";
import type { BillTableRow } from "./table-cells.js";
import type { RowKind } from "./table-row-kind.js";

/** What a line states of its costs, beside it and in its sum. */
export interface LineCosts extends Pick<BillTableRow, "quantity" | "price" | "amount"> {
  isMeasured: boolean;
}

export const costsOf = ({ quantity, price, amount, factors }: BillTableRow): LineCosts => ({
  quantity,
  price,
  amount,
  isMeasured: factors.size > 0,
});

/** Adds to a line what a row beneath it says: a measurement, or its sum. */
export function addCosts(line: LineCosts, kind: RowKind | undefined, { quantity, price, amount }: BillTableRow): void {
  if (kind === "measurement") line.isMeasured = true;
  else if (kind === "sum") {
    line.quantity = quantity ?? line.quantity;
    line.price = price ?? line.price;
    line.amount = amount ?? line.amount;
  }
}

/** What a line comes to; null where it has a price, and its quantity is only measured. */
export function costOf({ quantity, price, amount, isMeasured }: LineCosts): number | null {
  if (amount !== null) return amount;
  if (price === null) return 0;
  if (quantity !== null) return product([quantity, price], 2);
  return isMeasured ? null : 0;
}

/**
 * What the lines above a row come to, by the amounts that stand beside them or their sums, else by quantity and price.
 * @returns null where a line has a price, and its quantity is only measured
 */
export function linesAbove(
  end: number,
  rows: readonly BillTableRow[],
  kinds: readonly RowKind[],
  headings: ReadonlyMap<number, number>,
): number | null {
  const lines: LineCosts[] = [];
  for (let at = 0; at < end; at++) {
    const row = rows[at] as BillTableRow;
    const line = lines.at(-1);
    if (kinds[at] === "line" && !headings.has(at)) lines.push(costsOf(row));
    else if (line) addCosts(line, kinds[at], row);
  }
  const costs = lines.map(costOf);
  return costs.every((cost) => cost !== null) ? sum(costs) : null;
}
