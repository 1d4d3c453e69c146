import type { LineItem } from "../../documents/revision.js";
import { grouped } from "../../grouped.js";
import { isSameUnit } from "../../units.js";
import type { LinkedBillLine, ReviewInput } from "../input.js";

/** Whether a figure is further from a reference than this share of it. */
export const deviates = (figure: number, reference: number, tolerance: number): boolean =>
  Math.abs(figure - reference) > Math.abs(reference) * (tolerance + 1e-9);

/**
 * For each line of the document, the bill lines that it is linked to and that have the same unit. None where one of its links is
 * unclear, since the others are only a part then.
 */
export function comparableBillLines({ document, linkedBillLines }: ReviewInput): Map<LineItem, LinkedBillLine[]> {
  const byLine = new Map<LineItem, LinkedBillLine[]>();
  for (const [index, linked] of grouped(linkedBillLines, ({ docLineIndex }) => docLineIndex)) {
    const item = document.lineItems[index];
    if (!item || linked.some(({ sinceLinked }) => sinceLinked === "unclear")) continue;
    const comparable = linked.filter(({ unit }) => unit === null || isSameUnit(unit, item.unit));
    if (comparable.length > 0) byLine.set(item, comparable);
  }
  return byLine;
}
