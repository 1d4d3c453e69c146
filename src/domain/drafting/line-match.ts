import { normalized } from "../review/text.js";
import type { LineItem } from "../revision.js";

const wordsOf = (text: string): Set<string> => new Set(normalized(text).match(/\p{L}{3,}|\d+/gu) ?? []);
const leastLikeness = 0.4;

/** How many of the words of two descriptions they have in common, 0 to 1 (Jaccard). */
function likeness(one: Set<string>, other: Set<string>): number {
  const common = [...one].filter((word) => other.has(word)).length;
  return common === 0 ? 0 : common / (one.size + other.size - common);
}

/**
 * For each line of an answer the place of the present line that it stands for, or null where it is a new one: first those with the same
 * description and code, then the same description, the same code, the most alike in words, and at last the same figures in the same place.
 */
export function matchLines(present: readonly LineItem[], answered: readonly LineItem[]): (number | null)[] {
  const places: (number | null)[] = answered.map(() => null);
  const free = new Set(present.keys());
  const take = (isSame: (now: LineItem, then: LineItem) => boolean): void => {
    for (const [at, line] of answered.entries()) {
      if (places[at] !== null) continue;
      const found = [...free].find((place) => isSame(line, present[place] as LineItem));
      if (found === undefined) continue;
      places[at] = found;
      free.delete(found);
    }
  };
  const desc = (line: LineItem): string => normalized(line.desc);
  const code = (line: LineItem): string => normalized(line.code ?? "");
  take((now, then) => desc(now) === desc(then) && code(now) === code(then));
  take((now, then) => desc(now) === desc(then));
  take((now, then) => code(now) !== "" && code(now) === code(then));

  const words = new Map([...free].map((place) => [place, wordsOf(present[place]?.desc ?? "")]));
  for (const [at, line] of answered.entries()) {
    if (places[at] !== null || free.size === 0) continue;
    const own = wordsOf(line.desc);
    const ranked = [...free].map((place) => ({ place, alike: likeness(own, words.get(place) ?? new Set()) }));
    const best = ranked.reduce((one, other) => (other.alike > one.alike ? other : one));
    if (best.alike < leastLikeness) continue;
    places[at] = best.place;
    free.delete(best.place);
  }
  for (const [at, line] of answered.entries()) {
    const now = present[at];
    if (places[at] !== null || !now || !free.has(at)) continue;
    if (line.unit !== now.unit || line.qty !== now.qty || line.price !== now.price) continue;
    places[at] = at;
    free.delete(at);
  }
  return places;
}
