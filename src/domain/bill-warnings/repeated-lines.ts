import type { BillLine } from "../bill/bill.js";
import { normalized } from "../text/normalized.js";
import { type Place, pointerTo } from "./place.js";

interface Seen {
  line: BillLine;
  titles: string;
  /** null: nothing is said of it, or it was said */
  place: Place | string | null;
}

/**
 * Recognizes lines that say the same, measurements included, under the same titles. The same work on another floor has other titles or
 * other measurements.
 */
export class RepeatedLines {
  /** the only line of an amount, by titles; null: there were several, and `first` has them. Most amounts occur once, and need no words. */
  private readonly only = new Map<string, Map<number, Seen | null>>();
  /** the first line of each description and figures */
  private readonly first = new Map<string, Seen>();
  /** lines that have these in common, with their measurements: only they are written out */
  private readonly measured = new Map<string, Seen>();

  /** @returns what says the same and came before; null: nothing does */
  earlier(line: BillLine, place: Place | string | null, titles: string): Seen | null {
    const seen = { line, titles, place };
    const ofTitles = this.only.get(titles) ?? new Map<number, Seen | null>();
    this.only.set(titles, ofTitles);
    const other = ofTitles.get(line.amount);
    ofTitles.set(line.amount, other === undefined ? seen : null);
    if (other === undefined) return null;
    if (other !== null) this.twinOf(other);
    return this.twinOf(seen);
  }

  private twinOf(seen: Seen): Seen | null {
    const { line, titles } = seen;
    const { node } = line;
    const [desc, code] = [normalized(node.desc ?? ""), normalized(node.code ?? "")];
    if (desc === "" && code === "") return null;
    const key = [titles, desc, code, normalized(node.unit ?? ""), line.quantity, line.unitPrice].join("\n");
    const first = this.first.get(key);
    if (!first) this.first.set(key, seen);
    if (!first) return null;
    const whole = ({ node }: BillLine): string => `${key}\n${JSON.stringify(node.measurements ?? [])}`;
    if (!this.measured.has(whole(first.line))) this.measured.set(whole(first.line), first);
    const twin = this.measured.get(whole(line));
    if (!twin) this.measured.set(whole(line), seen);
    return twin ?? null;
  }
}

/** A line as the warning of its twin calls it. */
export const twinName = ({ line, place }: Pick<Seen, "line" | "place">): string =>
  place === null ? `line ${line.index} of the bill` : pointerTo(place);
