import type { QueryWord } from "./query-words.js";
import { inTwo, withoutWider } from "./word-sets.js";

/** How matching candidates are found. */
export interface Way {
  /** two `tsquery`s of the rarest words alone, by which the index finds what else must match: what matches both */
  narrowing: [string, string];
  /** among so many of the latest records enough should match; 0: only the index finds enough */
  reach: number;
  /** whether more should match than are ranked */
  isMany: boolean;
}

/** How many candidates of a main kind are ranked, some more than are shown. If more match, those left out are mostly as good. */
export const maxRecords = 30;
/**
 * What decides how candidates are found, in microseconds, as measured: a place of the rarest word in the index, a place of another word, most of
 * which the index skips, a match that the index gives, a record that is read for it, and one that is walked past.
 */
const cost = { place: 0.12, passed: 0.02, match: 0.2, record: 8, walked: 2 };
/** How many times the expected number of records is walked: words don't occur together, or apart, only by chance. */
const patience = 4;
const mostWalked = 50_000;

/**
 * The cheapest way to enough candidates of a kind.
 * @returns null if none of the sets has all of its words in them
 */
export function wayOf(sets: QueryWord[][], kind: number, total: number): Way | null {
  const count = ({ byKind }: QueryWord) => byKind[kind] ?? 0;
  const possible = sets.filter((set) => set.every((word) => count(word) !== 0));
  if (possible.length === 0) return null;
  const asked = possible.map((set) => askedOf(set, count, total));
  const needed = maxRecords / Math.max(...asked.map(({ share }) => share));
  const takes = asked.reduce((sum, { takes }) => sum + takes, 0);
  const reach = needed * cost.walked < takes ? Math.min(mostWalked, Math.ceil(needed * patience)) : 0;
  const matches = asked.reduce((sum, { share }) => sum + share * total, 0);
  return {
    narrowing: inTwo(withoutWider(asked.map(({ words }) => words)), ({ known }) => known[kind] ?? []),
    reach,
    isMany: reach > 0 || matches > maxRecords / 2,
  };
}

/**
 * By how many of a set's words, the rarest first, the index is asked: what it isn't asked for is compared in the records.
 * @returns also which share of the records should have all words, and the microseconds that it takes to find enough
 */
function askedOf(set: QueryWord[], count: (word: QueryWord) => number, total: number) {
  const shareOf = (word: QueryWord) => Math.min(1, count(word) / total);
  const share = set.reduce((product, word) => product * shareOf(word), 1);
  const sorted = set.toSorted((a, b) => count(a) - count(b));
  let places = 0;
  let matches = total;
  let best = { words: set, takes: Number.POSITIVE_INFINITY };
  for (const [n, word] of sorted.entries()) {
    places += count(word) * (n === 0 ? cost.place : cost.passed);
    matches *= shareOf(word);
    const read = Math.min(matches, (maxRecords * matches) / (share * total));
    const takes = places + matches * cost.match + read * cost.record;
    if (takes < best.takes) best = { words: sorted.slice(0, n + 1), takes };
  }
  return { ...best, share };
}
