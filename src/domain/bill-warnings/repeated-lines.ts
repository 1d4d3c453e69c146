import type { BillLine } from "../bill/bill.js";
import { normalized } from "../text/normalized.js";
import { type Place, pointerTo } from "./place.js";

interface Seen {
  line: BillLine;
  titles: string;
  /** null: no warning is wanted for it, or it was already given */
  place: Place | string | null;
}

/**
 * Recognizes identical lines, measurements included, under the same titles. The same work on another floor has other titles or
 * other measurements.
 */
export class RepeatedLines {
  /** the only line with an amount, by titles; null: there were several, kept in `first`. Most amounts occur once and need no text comparison. */
  private readonly only = new Map<string, Map<number, Seen | null>>();
  /** the first line with each description and figures */
  private readonly first = new Map<string, Seen>();
  /** lines with the same description and figures, keyed by their measurements too; only these are serialized */
  private readonly measured = new Map<string, Seen>();

  /** @returns the identical line that came before; null: there is none */
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

/** A line's name in the warning for its twin. */
export const twinName = ({ line, place }: Pick<Seen, "line" | "place">): string =>
  place === null ? `line ${line.index} of the bill` : pointerTo(place);
