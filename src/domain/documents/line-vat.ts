import type { FollowedLine } from "./follow-lines.js";
import type { LineItem } from "./revision.js";

/** The lines that have their own VAT rate. */
export const lineVatOf = (lines: readonly LineItem[]): { index: number; vatPct: number }[] =>
  lines.flatMap(({ vatPct }, index) => (vatPct === undefined ? [] : [{ index, vatPct }]));

/** A line with this VAT rate of its own; null: with none. */
export function withVat({ vatPct: _, ...item }: LineItem, vatPct: number | null): LineItem {
  return vatPct === null ? item : { ...item, vatPct };
}

/** The lines that replace others, each with the own VAT rate of the line that it follows. */
export function keepLineVat(before: readonly LineItem[], after: LineItem[], follow: () => FollowedLine[]): LineItem[] {
  if (before.every(({ vatPct }) => vatPct === undefined)) return after;
  const fates = follow();
  const rates = new Map<number, number>();
  for (const { index: line, vatPct } of lineVatOf(before)) {
    const fate = fates[line];
    if (fate && fate.state !== "gone") rates.set(fate.index, vatPct);
  }
  return after.map((item, index) => withVat(item, rates.get(index) ?? null));
}
