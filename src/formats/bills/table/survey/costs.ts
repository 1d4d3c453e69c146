import { product, sum } from "../../../../domain/money.js";
import { discountEuro } from "../rows/charges.js";
import type { BillTableRow, SheetRow } from "../rows/sheet-row.js";

export type Figures = Pick<BillTableRow, "quantity" | "price" | "amount">;

/** What a line states of its costs, beside it and in its sum. */
export interface LineCosts extends Figures {
  isMeasured: boolean;
  /** whether its own row has the price, the amount: those beside its measurements then say nothing of the line */
  hasPrice: boolean;
  hasAmount: boolean;
}

export const costsOf = ({ quantity, price, amount, factors }: BillTableRow): LineCosts => ({
  quantity,
  price,
  amount,
  isMeasured: factors.size > 0,
  hasPrice: price !== null,
  hasAmount: amount !== null,
});

/** Adds to a line what a row beneath it says: a measurement, or its sum. */
export function addCosts(line: LineCosts, { kind, quantity, price, amount }: SheetRow): void {
  if (kind === "measurement") {
    line.isMeasured = true;
    if (price === null || line.hasPrice) return;
    line.price ??= price;
    if (amount !== null && !line.hasAmount) line.amount = sum([line.amount ?? 0, amount]);
  } else if (kind === "sum") {
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
 * What the lines among rows come to with the discounts on them, by the amounts that stand beside them or their sums, else by quantity and price.
 * @param headings rows that look like lines and are none, by their indexes
 * @returns null where a line has a price, and its quantity is only measured
 */
export function costOfLines(rows: readonly SheetRow[], headings: ReadonlyMap<number, number>): number | null {
  const lines: LineCosts[] = [];
  let discounts = 0;
  for (const [at, row] of rows.entries()) {
    const line = lines.at(-1);
    if (row.kind === "line" && !headings.has(at)) lines.push(costsOf(row));
    else if (row.kind === "discount") discounts = sum([discounts, discountEuro(row)]);
    else if (line) addCosts(line, row);
  }
  const costs = lines.map(costOf);
  return costs.every((cost) => cost !== null) ? sum([...costs, discounts]) : null;
}
