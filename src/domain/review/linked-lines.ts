import type { LineItem } from "../revision.js";
import { isSameUnit } from "../units.js";
import type { LinkedBillLine, ReviewInput } from "./input.js";

/** Whether a figure is further from a reference than this share of it. */
export const deviates = (figure: number, reference: number, tolerance: number): boolean =>
  Math.abs(figure - reference) > Math.abs(reference) * (tolerance + 1e-9);

/**
 * For each line of the document, the bill lines that it is linked to and that have the same unit. None where one of its links is
 * unclear, since the others are only a part then.
 */
export function comparableBillLines({ document, linkedBillLines }: ReviewInput): Map<LineItem, LinkedBillLine[]> {
  const byLine = new Map<LineItem, LinkedBillLine[]>();
  const unclear = new Set<number>();
  for (const { docLineIndex, sinceLinked } of linkedBillLines) if (sinceLinked === "unclear") unclear.add(docLineIndex);
  for (const linked of linkedBillLines) {
    const item = unclear.has(linked.docLineIndex) ? undefined : document.lineItems[linked.docLineIndex];
    if (!item || (linked.unit !== null && !isSameUnit(linked.unit, item.unit))) continue;
    const known = byLine.get(item);
    if (known) known.push(linked);
    else byLine.set(item, [linked]);
  }
  return byLine;
}
