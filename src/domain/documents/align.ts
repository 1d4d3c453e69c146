type Pair = readonly [before: number, after: number];

/** What of the two lists is still to be aligned: from `b0` and `a0` up to, and without, `b1` and `a1`. */
interface Stretch {
  b0: number;
  b1: number;
  a0: number;
  a1: number;
}

/**
 * Pairs the equal keys of two lists that keep their order, as a patience diff does: from both ends, then around the keys that stand
 * once on each side. Takes n log n; what it leaves unpaired has moved, or is one of several equal keys that some were taken from.
 * @returns places in `before` to places in `after`, both rising
 */
export function align(before: readonly string[], after: readonly string[]): Map<number, number> {
  const pairs: Pair[] = [];
  const fromBothEnds = ({ b0, b1, a0, a1 }: Stretch): Stretch => {
    while (b0 < b1 && a0 < a1 && before[b0] === after[a0]) pairs.push([b0++, a0++]);
    while (b0 < b1 && a0 < a1 && before[b1 - 1] === after[a1 - 1]) pairs.push([--b1, --a1]);
    return { b0, b1, a0, a1 };
  };
  const middle = fromBothEnds({ b0: 0, b1: before.length, a0: 0, a1: after.length });
  let { b0, a0 } = middle;
  for (const [b1, a1] of longestRising(onceOnEachSide(before, after, middle))) {
    fromBothEnds({ b0, b1, a0, a1 });
    pairs.push([b1, a1]);
    [b0, a0] = [b1 + 1, a1 + 1];
  }
  fromBothEnds({ ...middle, b0, a0 });
  return new Map(pairs.sort(([one], [other]) => one - other));
}

/** The keys that stand just once in each list's part of a stretch, in the order of `before`. */
function onceOnEachSide(before: readonly string[], after: readonly string[], { b0, b1, a0, a1 }: Stretch): Pair[] {
  const there = placesOnce(after, a0, a1);
  return [...placesOnce(before, b0, b1)].flatMap(([key, b]) => {
    const a = there.get(key);
    return a === undefined ? [] : [[b, a] as const];
  });
}

function placesOnce(keys: readonly string[], from: number, to: number): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (let place = from; place < to; place++) {
    const key = keys[place] as string;
    if (places.has(key)) repeated.add(key);
    else places.set(key, place);
  }
  for (const key of repeated) places.delete(key);
  return places;
}

/** Of pairs in the order of `before`, the most that rise in `after` too. */
export function longestRising(pairs: readonly Pair[]): Pair[] {
  interface Chain {
    pair: Pair;
    previous: Chain | undefined;
  }
  // ends[n]: of the chains of n + 1 pairs the one that ends lowest.
  const ends: Chain[] = [];
  for (const pair of pairs) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const half = (low + high) >> 1;
      if ((ends[half] as Chain).pair[1] < pair[1]) low = half + 1;
      else high = half;
    }
    ends[low] = { pair, previous: ends[low - 1] };
  }
  const longest: Pair[] = [];
  for (let chain = ends.at(-1); chain; chain = chain.previous) longest.push(chain.pair);
  return longest.reverse();
}
