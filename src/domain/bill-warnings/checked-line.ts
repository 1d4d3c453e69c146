import type { BillLine, BillNode } from "../bill/bill.js";
import { onOneLine, shortened } from "../text/shortened.js";
import type { Details, WarningCollector } from "./collector.js";
import { type Place, pointerTo } from "./place.js";

/** A computed line that is checked for warnings. */
export class CheckedLine {
  constructor(
    readonly figures: BillLine,
    private readonly place: Place | string,
    private readonly collector: WarningCollector,
  ) {}

  get node(): BillNode {
    return this.figures.node;
  }

  /** Its name in warnings. */
  get name(): string {
    const short = shortened(onOneLine(this.node.desc ?? ""), 60);
    return short === "" ? `Line ${this.figures.index}` : `Line ${this.figures.index} ("${short}")`;
  }

  /** @param path from the line to the faulty property */
  warn(code: string, path: readonly (string | number)[], details: () => Details): void {
    this.collector.add(code, () => pointerTo(this.place, ...path), details);
  }

  /** Warns of a property that somebody mistook for one that counts. */
  warnOfKey(path: readonly (string | number)[], key: string, suggestion: string): void {
    this.warn("unknown_key", [...path, key], () => ({
      detail: `"${shortened(key, 80)}" is kept, but counts nothing here. ${this.name} has quantity ${this.figures.quantity} and unit price ${this.figures.unitPrice}.`,
      suggestion,
    }));
  }
}
