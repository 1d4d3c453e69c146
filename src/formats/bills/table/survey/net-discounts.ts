import { product, sum } from "../../../../domain/money.js";
import { isAbout } from "../is-about.js";
import { discountEuro, discountPct } from "../rows/charges.js";
import type { SheetRow } from "../rows/sheet-row.js";
import { addCosts, costOf, costsOf, type LineCosts } from "./costs.js";

/**
 * Gives discounts in percent beside which stands what is left of the works, `Ribasso 12,5 %` and the net, the amount that they take off:
 * from the lines above or the last of them, or from the total or `importo soggetto a ribasso` that stands above.
 */
export function settleNetDiscounts(rows: readonly SheetRow[]): void {
  /** what is above the open line comes to; null: it isn't known */
  let above: number | null = 0;
  let line: LineCosts | null = null;
  let stated: number | null = null;
  const works = (): number | null => {
    const cost = line ? costOf(line) : 0;
    return above === null || cost === null ? null : sum([above, cost]);
  };
  for (const row of rows) {
    if (row.kind === "line") {
      above = works();
      line = costsOf(row);
    } else if (row.kind === "discount") {
      row.amount = amountOff(row, [works(), stated, line && costOf(line)]);
      if (above !== null) above = sum([above, discountEuro(row)]);
    } else if (row.kind === "total" || row.kind === "text") stated = row.amount ?? stated;
    else if (line) addCosts(line, row);
  }
}

/** @param bases what a discount may be of, euro */
function amountOff(row: SheetRow, bases: readonly (number | null)[]): number | null {
  const pct = discountPct(row);
  const { amount } = row;
  if (pct === null || pct <= 0 || pct >= 100 || amount === null || amount < 0) return amount;
  const known = bases.filter((base) => base !== null);
  const off = (base: number): number => product([base, pct / 100], 6);
  if (known.some((base) => isAbout(amount, off(base)))) return amount;
  const base = known.find((each) => isAbout(amount, sum([each, -off(each)])));
  return base === undefined ? amount : sum([base, -amount]);
}
