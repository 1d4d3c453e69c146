import { type BillNode, computeBill } from "../../../src/domain/bill/bill.js";
import { billWarnings, wholeBill } from "../../../src/domain/bill-warnings/bill-warnings.js";
import type { BookPrices } from "../../../src/domain/book-prices/book-price.js";

/** A line without anything to warn of. */
export const good = { type: "line", desc: "Scavo", unit: "m³", qty: 10, price: 12.5 } as const;

export const warningsOf = (nodes: object[], prices: BookPrices | null = null) => {
  const bill = computeBill(nodes as BillNode[]);
  return billWarnings(bill, wholeBill(bill.nodes, "/lines"), prices);
};

/** Each warning as `code pointer`. */
export const briefly = (nodes: object[], prices?: BookPrices) =>
  warningsOf(nodes, prices).map(({ code, pointer }) => `${code} ${pointer}`);
