import { sum } from "../../../../domain/money.js";
import { isAbout } from "../is-about.js";
import { discountEuro } from "../rows/charges.js";
import { isSum, saysPartial } from "../rows/row-kind.js";
import type { SheetRow } from "../rows/sheet-row.js";

/** Settles by the rows above them what sums and partial amounts are. */
export function settleSums(rows: readonly SheetRow[]): void {
  let hasAmount = false;
  /** what the open line has beside it or in its sum; null: nothing, or more is measured */
  let counted: number | null = null;
  for (const [at, row] of rows.entries()) {
    const { quantity, price, amount } = row;
    // A partial amount right above more measurements is no section's.
    if (row.kind === "total" && rows[at + 1]?.kind === "measurement" && saysPartial(row)) row.kind = "partial";
    const isAmountAlone = quantity === null && price === null && amount !== null;
    // SOMMANO below a line that has its amount is the total of its section.
    if (row.kind === "sum" && isAmountAlone && hasAmount) row.kind = "total";
    // So is a total with other quantities than the line's.
    if (row.kind === "sum" && !isSum(row) && amount !== null && counted !== null && !isAbout(counted, quantity ?? 0))
      row.kind = "total";
    if (row.kind === "measurement") counted = null;
    else if (row.kind === "line" || row.kind === "sum") {
      counted = row.factors.size > 0 ? null : quantity;
      hasAmount = amount !== null || (row.kind === "sum" && hasAmount);
    }
  }
}

const saysSum = (label: string): boolean => /^(?:importo|totale)\b/.test(label);

/** Leaves out what says once more what the discounts above come to: `Totale sconti`. */
export function leaveOutDiscountTotals(rows: readonly SheetRow[]): void {
  let discounts = 0;
  let isBelowDiscount = false;
  for (const row of rows) {
    if (row.kind === "line") isBelowDiscount = false;
    if (row.kind !== "discount") continue;
    if (isBelowDiscount && saysSum(row.label) && isAbout(discountEuro(row), discounts)) row.kind = "skip";
    else discounts = sum([discounts, discountEuro(row)]);
    isBelowDiscount = true;
  }
}
