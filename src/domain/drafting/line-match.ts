import type { LineItem } from "../documents/revision.js";
import { grouped } from "../grouped.js";
import { normalized } from "../text/normalized.js";
import { minSimilarity, similarity, wordsOf } from "../text/similarity.js";

/**
 * For each line of an answer, the position of the present line that it stands for, or null where it is new. Lines are matched first by
 * description and code, then by description, by code, by the most similar words, and last by equal figures at the same position.
 */
export function matchLines(present: readonly LineItem[], answered: readonly LineItem[]): (number | null)[] {
  const places: (number | null)[] = answered.map(() => null);
  const free = new Set(present.keys());
  const take = (at: number, place: number): void => {
    places[at] = place;
    free.delete(place);
  };
  /** Matches lines with equal keys; an empty key matches nothing. */
  const takeBy = (keyOf: (line: LineItem) => string): void => {
    const waiting = grouped([...free], (place) => keyOf(present[place] as LineItem));
    waiting.delete("");
    for (const [at, line] of answered.entries()) {
      const place = places[at] === null ? waiting.get(keyOf(line))?.shift() : undefined;
      if (place !== undefined) take(at, place);
    }
  };
  const desc = (line: LineItem): string => normalized(line.desc);
  const code = (line: LineItem): string => normalized(line.code ?? "");
  takeBy((line) => JSON.stringify([desc(line), code(line)]));
  takeBy(desc);
  takeBy(code);

  const words = new Map([...free].map((place) => [place, wordsOf(present[place]?.desc ?? "")]));
  for (const [at, line] of answered.entries()) {
    if (places[at] !== null || free.size === 0) continue;
    const own = wordsOf(line.desc);
    const ranked = [...free].map((place) => ({ place, shared: similarity(own, words.get(place) ?? new Set()) }));
    const best = ranked.reduce((one, other) => (other.shared > one.shared ? other : one));
    if (best.shared >= minSimilarity) take(at, best.place);
  }
  for (const [at, line] of answered.entries()) {
    const now = present[at];
    if (places[at] !== null || !now || !free.has(at)) continue;
    if (line.unit === now.unit && line.qty === now.qty && line.price === now.price) take(at, at);
  }
  return places;
}
