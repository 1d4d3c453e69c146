import { faultIn } from "../tables/italian-number.js";
import { type Cell, cellText, inColumn, type TableRow } from "../tables/table-row.js";
import type { ListNumbers } from "./list-numbers.js";
import type { PriceListBuilder } from "./price-list-builder.js";
import type { PriceLayout } from "./price-table-layouts.js";

/**
 * The cells of a row, each in its column. One with a cell too few or too many is put right where its texts stand: its unit must come to stand
 * under the unit, its price under the price.
 * @returns null where it isn't clear which are these; the list is warned of it
 */
export function alignedCells(
  { cells, place }: TableRow,
  layout: PriceLayout,
  numbers: ListNumbers,
  list: PriceListBuilder,
): readonly Cell[] | null {
  const { width, description, chapter, price } = layout;
  if (width === null || fits(cells, layout, numbers)) return cells;
  const difference = width - cells.length;
  const texts = [...description.slice(0, -1), ...chapter, ...description.slice(-1)];
  for (const column of texts) {
    const aligned =
      difference > 0
        ? [...cells.slice(0, column), ...Array<null>(difference).fill(null), ...cells.slice(column)]
        : [
            ...cells.slice(0, column),
            joined(cells.slice(column, column - difference + 1)),
            ...cells.slice(column - difference + 1),
          ];
    const isHeading = numbers.number(aligned, price) === null;
    if (Math.abs(difference) > 3 || difference === 0 || !fits(aligned, layout, numbers) || isHeading) continue;
    const detail = `The row has ${cells.length} columns instead of ${width}; it is read with its unit and price in place.`;
    list.warn("ragged_row", place, detail);
    return aligned;
  }
  const detail = `The row has ${cells.length} columns, the table ${width}; it isn't clear which are its unit and price. It is left out.`;
  list.warn("ragged_row", place, detail);
  return null;
}

/** Whether what stands under the unit and the price can be these. A heading has neither. */
function fits(cells: readonly Cell[], { unit, price, labourPct }: PriceLayout, numbers: ListNumbers): boolean {
  const ofUnit = cellText(inColumn(cells, unit));
  if (ofUnit.length > 40 || (ofUnit !== "" && !/[^\d.,\s]/.test(ofUnit))) return false;
  const fault = faultIn(numbers.reading(cells, price));
  const hasNumbersBehind = cells.slice(price + 1).some((cell) => cell !== null);
  if (fault !== null) return fault === "empty" && ofUnit === "" && !hasNumbersBehind;
  const share = numbers.number(cells, labourPct);
  return ofUnit !== "" && (share === null || (share >= 0 && share <= 100));
}

const joined = (cells: readonly Cell[]): Cell =>
  cells
    .map(cellText)
    .filter((text) => text !== "")
    .join(" ");
