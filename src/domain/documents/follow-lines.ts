import { grouped } from "../grouped.js";
import { minSimilarity } from "../text/similarity.js";
import { align } from "./align.js";
import { contentOf, likeness, offerOf, wordsOfLine } from "./quote-line.js";
import type { LineItem } from "./revision.js";

/** What became of a line: it stands at `index` as it was, or says something else there now; or it is gone. */
export type FollowedLine = { state: "same" | "changed"; index: number } | { state: "gone" };

/** Beyond this many word comparisons in total, only the place decides: thousands of lines were rewritten. */
const mostComparisons = 100_000;

/**
 * Follows the lines of a quote, which are replaced as a whole, to where they stand now: first those that say the same, in their order
 * or moved (equal ones keep their order); then those of which only figures changed; then those that are alike, the most alike first,
 * between the same neighbours before elsewhere; at last those that were changed in place. No two lines are followed to the same one.
 * @returns for each line of `before` what became of it
 */
export function followLines(before: readonly LineItem[], after: readonly LineItem[]): FollowedLine[] {
  const aligned = align(before.map(contentOf), after.map(contentOf));
  const places = new Map(aligned);
  const free = new Set(after.keys());
  for (const place of places.values()) free.delete(place);
  const take = (line: number, place: number): void => {
    places.set(line, place);
    free.delete(place);
  };
  const takeEqual = (keyOf: (line: LineItem) => string): void => {
    const groups = grouped([...free], (place) => keyOf(after[place] as LineItem));
    const waiting = new Map([...groups].map(([key, group]) => [key, group.values()]));
    for (const [line, item] of before.entries()) {
      const place = places.has(line) ? undefined : waiting.get(keyOf(item))?.next().value;
      if (place !== undefined) take(line, place);
    }
  };

  takeEqual(contentOf);
  const same = new Set(places.keys());
  takeEqual(offerOf);
  const openOf = ({ lines, places: within }: Gap): Gap => ({
    lines: lines.filter((line) => !places.has(line)),
    places: within.filter((place) => free.has(place)),
  });
  let comparisons = 0;
  const takeAlike = (gap: Gap): void => {
    const open = openOf(gap);
    comparisons += open.lines.length * open.places.length;
    if (comparisons > mostComparisons) return;
    for (const { line, place } of mostAlike(before, after, open))
      if (!places.has(line) && free.has(place)) take(line, place);
  };
  const gaps = [...gapsOf(aligned, before.length, after.length)];
  for (const gap of gaps) takeAlike(gap);
  takeAlike({ lines: [...before.keys()], places: [...free] });
  for (const gap of gaps) {
    const open = openOf(gap);
    for (const [i, line] of open.lines.entries()) {
      const place = open.places[i];
      if (place !== undefined) take(line, place);
    }
  }
  return before.map((_, line) => {
    const index = places.get(line);
    return index === undefined ? { state: "gone" } : { state: same.has(line) ? "same" : "changed", index };
  });
}

/** What stands between two lines that kept their order: indexes of old lines, and places of new ones. */
interface Gap {
  lines: number[];
  places: number[];
}

function* gapsOf(aligned: ReadonlyMap<number, number>, lineCount: number, placeCount: number): Generator<Gap> {
  const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
  let [line, place] = [0, 0];
  for (const [nextLine, nextPlace] of [...aligned, [lineCount, placeCount] as const]) {
    yield { lines: range(line, nextLine), places: range(place, nextPlace) };
    [line, place] = [nextLine + 1, nextPlace + 1];
  }
}

/** The pairs that are alike enough, the most alike first: by code, else by their words. */
function mostAlike(
  before: readonly LineItem[],
  after: readonly LineItem[],
  { lines, places }: Gap,
): { line: number; place: number }[] {
  const now = places.map((place) => ({ place, words: wordsOfLine(after[place] as LineItem) }));
  const pairs = lines.flatMap((line) => {
    const old = wordsOfLine(before[line] as LineItem);
    return now.map(({ place, words }) => ({ line, place, alike: likeness(old, words) }));
  });
  return pairs.filter(({ alike }) => alike >= minSimilarity).sort((one, other) => other.alike - one.alike);
}
