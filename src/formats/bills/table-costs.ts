import { product } from "../../domain/money.js";
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
