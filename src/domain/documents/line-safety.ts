import type { FollowedLine } from "./follow-lines.js";
import type { LineItem } from "./revision.js";

/** A line, marked as a cost of safety or not. */
export function withSafety({ safety: _, ...item }: LineItem, isSafety: boolean): LineItem {
  return isSafety ? { ...item, safety: true } : item;
}

/**
 * The lines that replace others. Those that don't say themselves whether they are a cost of safety are what the line was that they
 * follow.
 * @param said what each line says; undefined: nothing
 */
export function keepSafety(
  before: readonly LineItem[],
  after: LineItem[],
  said: readonly (boolean | undefined)[],
  follow: () => FollowedLine[],
): LineItem[] {
  if (before.every(({ safety }) => !safety) && said.every((each) => each === undefined)) return after;
  const kept = new Set<number>();
  for (const [line, fate] of follow().entries())
    if (fate.state !== "gone" && before[line]?.safety) kept.add(fate.index);
  return after.map((item, index) => withSafety(item, said[index] ?? kept.has(index)));
}
