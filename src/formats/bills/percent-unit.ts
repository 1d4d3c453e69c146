import type { BillNode } from "../../domain/bill/bill.js";
import { amountEuro } from "../../domain/money.js";
import { isWholePercent } from "../../domain/percent-unit.js";
import type { Warn } from "../warning-list.js";

/** Warns of a line in percent that states no amount: other programs count a hundredth of what it comes to here. */
export function warnOfPercent({ unit = "", desc = "", price = 0 }: BillNode, quantity: number, warn: Warn): void {
  if (!isWholePercent(unit, quantity, price, desc)) return;
  const detail = `its unit is %, and it counts ${quantity} × ${price} = ${amountEuro(quantity, price)} euro; if ${quantity} % of ${price} euro is meant, divide its price by 100`;
  warn("percent_unit", detail);
}
