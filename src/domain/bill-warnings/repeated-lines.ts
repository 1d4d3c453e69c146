import type { BillNode, LineFigures } from "../bill.js";
import { normalized } from "../review/text.js";
import { type Place, pointerTo } from "./place.js";

interface Seen {
  line: BillNode;
  /** where it stands, in words */
  where: Place | string | { index: number };
}

/**
 * Recognizes lines that say the same, measurements included, under the same titles. The same work on another floor has other titles or
 * other measurements.
 */
export class RepeatedLines {
  /** the first line of each description and figures */
  private readonly first = new Map<string, Seen>();
  /** lines that have these in common, with their measurements: only they are written out */
  private readonly measured = new Map<string, Seen>();

  /** @returns what says the same and came before, in words; null: nothing does */
  earlier(
    line: BillNode,
    { index, quantity, unitPrice }: LineFigures & { index: number },
    place: Place | string | null,
    titles: string,
  ): string | null {
    const [desc, code] = [normalized(line.desc ?? ""), normalized(line.code ?? "")];
    if (desc === "" && code === "") return null;
    const key = [titles, desc, code, normalized(line.unit ?? ""), quantity, unitPrice].join("\n");
    const seen = { line, where: place ?? { index } };
    const first = this.first.get(key);
    if (!first) this.first.set(key, seen);
    if (!first) return null;
    const whole = (node: BillNode): string => `${key}\n${JSON.stringify(node.measurements ?? [])}`;
    if (!this.measured.has(whole(first.line))) this.measured.set(whole(first.line), first);
    const twin = this.measured.get(whole(line));
    if (!twin) this.measured.set(whole(line), seen);
    return twin ? inWords(twin) : null;
  }
}

const inWords = ({ where }: Seen): string =>
  typeof where === "object" && "index" in where ? `line ${where.index} of the bill` : pointerTo(where);
