import type { BillNode, LineFigures } from "../bill.js";
import type { WarningCollector } from "./collector.js";
import { type Place, pointerTo } from "./place.js";

/** Notices lines without a share of labour in a bill whose other lines have one: its labour costs are then too low. */
export class MissingLabour {
  private said = 0;
  private missing = 0;
  private first: Place | string | null = null;

  see({ labourPct }: BillNode, { amount }: LineFigures, place: Place | string | null): void {
    if (labourPct !== undefined) this.said++;
    else if (place !== null && amount !== 0) {
      this.missing++;
      this.first ??= place;
    }
  }

  warn(collector: WarningCollector): void {
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
