import { isKnownUnit, isSameUnit } from "../../domain/units.js";
import { cellText, inColumn, type TableRow } from "../tables/table-row.js";
import type { PriceLayout } from "./price-table-layouts.js";

const longest = 60;
const money = "(?:€|euro|eur)";
const number = "(-?\\d[\\d.,' ]{0,20})";
const unit = "(\\p{L}[\\p{L}\\d²³. ]{0,29})";
const forms = [
  new RegExp(`^${money}? ?${number} ?${money}? ?(?:/|al(?:la|l')? |per ) ?${unit}$`, "iu"),
  new RegExp(`^${money} ?/ ?${unit} ${number}$`, "iu"),
];

/**
 * A row whose price stands alone in its cell, and the unit that stood beside it there, as in `12,50 €/m²`; "": none did. `5 per cento` and
 * `12,50 €/m² x 2` aren't a price and its unit, nor is `12,50 €/kg` where the column of units has another.
 */
export function priceApart(
  row: TableRow,
  { price: column, unit: unitColumn }: Pick<PriceLayout, "price" | "unit">,
): { row: TableRow; unit: string } {
  const cell = inColumn(row.cells, column);
  if (typeof cell !== "string" || cell.length > longest || !/[/ ]/.test(cell)) return { row, unit: "" };
  const written = cell.trim();
  const [first, second] = forms.map((form) => form.exec(written));
  const [price, beside] = first ? [first[1], first[2]] : [second?.[2], second?.[1]];
  if (price === undefined || beside === undefined || !isKnownUnit(beside)) return { row, unit: "" };
  const named = cellText(inColumn(row.cells, unitColumn));
  if (named !== "" && !isSameUnit(named, beside)) return { row, unit: "" };
  return { row: { ...row, cells: row.cells.with(column, price.trim()) }, unit: beside.trim() };
}
