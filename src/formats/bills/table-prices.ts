import { maxBillNumber } from "../../domain/bill.js";
import { product } from "../../domain/money.js";
import type { WarningList } from "../warning-list.js";
import { isAbout } from "./is-about.js";
import type { StatedLine } from "./table-stated.js";

/** Of a price that is worked out. */
const maxPriceDecimals = 10;

/** The price, with as few decimals as it can have, at which a quantity costs an amount; undefined: there is none. */
function priceOf(quantity: number, amountEuro: number): number | undefined {
  const wanted = product([amountEuro], 2);
  for (let decimals = 2; decimals <= maxPriceDecimals; decimals++) {
    const price = Number((amountEuro / quantity).toFixed(decimals));
    if (Math.abs(price) <= maxBillNumber && product([quantity, price], 2) === wanted) return price;
  }
  return undefined;
}

/**
 * Lines without rows have the quantity that the file states; an amount alone is that of one piece. A line without a price, and each of a
 * table without a column of prices, has the price that its amount makes.
 */
export function settleLines(lines: readonly StatedLine[]): void {
  for (const { node, quantity, amount, hasPriceColumn } of lines) {
    const isPriced = hasPriceColumn && (node.price !== undefined || amount === 0);
    const price = isPriced || !quantity || amount === null ? undefined : priceOf(quantity, amount);
    if (price !== undefined) node.price = price;
    if (node.measurements) continue;
    node.qty = quantity ?? (amount !== null && (node.price === undefined || node.price === amount) ? 1 : 0);
    if (quantity === null && amount !== null && node.price === undefined) node.price = amount;
  }
}

/** Ten percent of 125 euro, `10 % × 125 = 12,50`: the price of one percent is the hundredth part. */
export function settlePercent({ place, node, quantity, amount }: StatedLine, warnings: WarningList): void {
  if (node.unit?.trim() !== "%" || node.price === undefined || quantity === null || amount === null) return;
  const price = Number((node.price / 100).toFixed(maxPriceDecimals));
  const comesTo = (each: number): boolean => isAbout(product([quantity, each], 2), amount);
  if (comesTo(node.price) || !comesTo(price)) return;
  const detail = `${quantity} % of ${node.price} euro is ${amount}, as the file states; the price of one percent is ${price}`;
  warnings.add("percent_line", place, detail);
  node.price = price;
}
