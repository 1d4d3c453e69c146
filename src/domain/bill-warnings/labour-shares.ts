import type { BillLine } from "../bill/bill.js";
import type { WarningCollector } from "./collector.js";
import { type Place, pointerTo } from "./place.js";

/**
 * Notices where a bill's labour costs are too low: lines without a share of labour while others have one, and shares written as
 * fractions, 0.35 for 35 %. A single share below 1 may be right.
 */
export class LabourShares {
  private said = 0;
  private largest = 0;
  private firstSaid: Place | string | null = null;
  private missing = 0;
  private first: Place | string | null = null;

  see({ node: { labourPct }, amount }: BillLine, place: Place | string | null): void {
    if (labourPct !== undefined) {
      this.said++;
      this.largest = Math.max(this.largest, labourPct);
      if (labourPct !== 0) this.firstSaid ??= place;
    } else if (place !== null && amount !== 0) {
      this.missing++;
      this.first ??= place;
    }
  }

  warn(collector: WarningCollector): void {
    const { firstSaid, largest } = this;
    if (firstSaid !== null && largest < 1)
      collector.add(
        "labour_fraction",
        () => pointerTo(firstSaid, "labourPct"),
        () => ({
          detail: `The largest labourPct of the bill is ${largest}, which means ${largest} %.`,
          suggestion: `If ${Math.round(largest * 1e6) / 1e4} % is meant, write it so, and the others likewise.`,
        }),
      );
    const { first, missing, said } = this;
    if (said === 0 || first === null) return;
    const lines = missing === 1 ? "1 line has" : `${missing} lines have`;
    collector.add(
      "labour_missing",
      () => pointerTo(first),
      () => ({
        detail: `${lines} no labourPct, others of the bill have one: the labour of ${missing === 1 ? "this line" : "these lines"} counts 0.`,
        suggestion: `Give "labourPct", 0 where there is none.`,
      }),
    );
  }
}
