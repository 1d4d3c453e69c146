import { sum } from "../../domain/money.js";
import { isAbout } from "./is-about.js";
import type { RowKind, SheetRow } from "./sheet-row.js";
import { discountEuro } from "./table-charges.js";
import { isSum, saysPartial, saysSum } from "./table-row-kind.js";

/** Settles by the rows above them what sums, partial amounts and totals of discounts are. */
export function settleSums(rows: readonly SheetRow[]): void {
  let hasAmount = false;
  let discounts = 0;
  /** what the open line has beside it or in its sum; null: nothing, or more is measured */
  let counted: number | null = null;
  let last: RowKind | null = null;
  for (const [at, row] of rows.entries()) {
    const { label, quantity, price, amount } = row;
    // A partial amount right above more measurements is no section's.
    if (row.kind === "total" && rows[at + 1]?.kind === "measurement" && saysPartial(row)) row.kind = "partial";
    const isAmountAlone = quantity === null && price === null && amount !== null;
    // SOMMANO below a line that has its amount is the total of its section.
    if (row.kind === "sum" && isAmountAlone && hasAmount) row.kind = "total";
    // So is a total with other quantities than the line's.
    if (row.kind === "sum" && !isSum(row) && amount !== null && counted !== null && !isAbout(counted, quantity ?? 0))
      row.kind = "total";
    if (row.kind === "line" || row.kind === "sum") counted = row.factors.size > 0 ? null : quantity;
    else if (row.kind === "measurement") counted = null;
    if (row.kind === "line") hasAmount = amount !== null;
    else if (row.kind === "sum") hasAmount ||= amount !== null;
    else if (row.kind === "discount") {
      // `Totale sconti` below them.
      if (last === "discount" && saysSum(label) && isAbout(discountEuro(row), discounts)) row.kind = "skip";
      else discounts = sum([discounts, discountEuro(row)]);
    }
    if (row.kind === "line" || row.kind === "discount") last = row.kind;
  }
}
