import { product } from "../../../../domain/money.js";
import { isWithinBounds } from "../../../../domain/number-limits.js";
import { isSameUnit } from "../../../../domain/units.js";
import type { WarningList } from "../../../warning-list.js";
import { warnOfPercent } from "../../percent-unit.js";
import { isAbout } from "../is-about.js";
import type { StatedLine } from "../tree/stated.js";

/** Limit for a computed price. */
const maxPriceDecimals = 10;

/** The price with the fewest decimals at which a quantity costs an amount; undefined if there is none. */
function priceOf(quantity: number, amountEuro: number): number | undefined {
  const wanted = product([amountEuro], 2);
  for (let decimals = 2; decimals <= maxPriceDecimals; decimals++) {
    const price = Number((amountEuro / quantity).toFixed(decimals));
    if (isWithinBounds(price) && product([quantity, price], 2) === wanted) return price;
  }
  return undefined;
}

/**
 * Gives lines without rows the quantity that the file states, or quantity 1 if there is only an amount. If a table has amounts but no
 * column of prices, the price is computed from the amount.
 */
export function settleLines(lines: readonly StatedLine[]): void {
  for (const line of lines) {
    const { node, quantity, amount, hasPriceColumn } = line;
    if (!hasPriceColumn) priceByAmount(line);
    if (node.measurements) continue;
    node.qty = quantity ?? 0;
    if (quantity !== null || amount === null) continue;
    node.price ??= amount;
    if (node.price === amount) node.qty = 1;
  }
}

/** Whether a line is priced as a whole, `a corpo`, and leaves its quantity and amount empty. */
export const isLumpSumPriced = ({ node, quantity, amount }: StatedLine): boolean =>
  !node.measurements &&
  quantity === null &&
  amount === null &&
  Boolean(node.price) &&
  isSameUnit(node.unit ?? "", "a corpo");

/** Whether a line leaves its price empty beside its quantity and amount. */
export const isUnpriced = ({ node, quantity, amount }: StatedLine): boolean =>
  node.price === undefined && quantity !== null && quantity !== 0 && amount !== null && amount !== 0;

/** Computes a line's price from its amount. */
export function priceByAmount({ node, quantity, amount }: StatedLine): void {
  const price = !quantity || amount === null ? undefined : priceOf(quantity, amount);
  if (price !== undefined) node.price = price;
}

/** In ten percent of 125 euro, `10 % × 125 = 12,50`, the price of one percent is a hundredth of 125. */
export function settlePercent({ place, node, quantity, amount }: StatedLine, warnings: WarningList): void {
  if (amount === null) warnOfPercent(node, quantity ?? 0, warnings.at(place));
  if (node.unit?.trim() !== "%" || node.price === undefined || quantity === null || amount === null) return;
  const price = Number((node.price / 100).toFixed(maxPriceDecimals));
  const comesTo = (each: number): boolean => isAbout(product([quantity, each], 2), amount);
  if (comesTo(node.price) || !comesTo(price)) return;
  const detail = `${quantity} % of ${node.price} euro is ${amount}, as the file states; the price of one percent is ${price}`;
  warnings.add("percent_line", place, detail);
  node.price = price;
}
