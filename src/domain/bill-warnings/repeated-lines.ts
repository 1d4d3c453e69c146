import type { BillNode, LineFigures } from "../bill.js";
import { normalized } from "../review/text.js";
import { type Place, pointerTo } from "./place.js";

/** Where the first of equal lines stands: in what was sent, or at this index of the bill. */
type First = { place: Place | string } | { index: number };

/**
 * Recognizes lines that say the same, measurements included, under the same titles. The same work on another floor has other titles or
 * other measurements.
 */
export class RepeatedLines {
  private readonly first = new Map<string, First>();

  /** @returns what says the same and came before, in words; null: nothing does */
  earlier(
    line: BillNode,
    figures: LineFigures & { index: number },
    place: Place | string | null,
    titles: string,
  ): string | null {
    const desc = normalized(line.desc ?? "");
    const code = normalized(line.code ?? "");
    if (desc === "" && code === "") return null;
    const content = [
      titles,
      desc,
      code,
      normalized(line.unit ?? ""),
      figures.quantity,
      figures.unitPrice,
      line.measurements,
    ];
    const key = JSON.stringify(content);
    const first = this.first.get(key);
    if (!first) this.first.set(key, place === null ? { index: figures.index } : { place });
    if (!first) return null;
    return "place" in first ? pointerTo(first.place) : `line ${first.index} of the bill`;
  }
}
