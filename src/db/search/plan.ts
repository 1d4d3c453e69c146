import { anyLexeme, anyOf, anything } from "./tsquery.js";

/** A reading: what a word of a query may stand for in the vocabulary of the organization's records. */
export interface Reading {
  /** the word's place in the query, from 1; 0: the whole query as one code or phone number */
  place: number;
  lexeme: string;
  /** form: the plural of a singular, or the other way round, which has another stem */
  reading: "exact" | "form" | "beginning" | "part" | "typo";
  /** about how many records contain it, of each kind that is searched, in the order of the kinds; null: none */
  byKind: (number | null)[];
}

/** All readings of a query. */
export interface Readings {
  readings: Reading[];
  /** how many records there are of each kind that is searched */
  totals: (number | null)[];
}

/** A word of the query, with everything that it may stand for. */
export interface Group {
  /** the lexemes of the nearest readings; a hit on one of them counts in full */
  near: string[];
  /** the lexemes of all readings */
  all: string[];
  /** of each kind, the lexemes that any of its records contain */
  known: string[][];
  /** how many records of each kind contain any of them */
  byKind: number[];
}

/** How candidates are found that match. */
export interface Way {
  /** two `tsquery`s of the rarest words alone, by which the index finds what else must match: what matches both */
  narrowing: [string, string];
  /** among so many of the latest records enough should match; 0: only the index finds enough */
  reach: number;
  /** whether more should match than are ranked */
  isMany: boolean;
}

/** A search that Postgres can carry out. Every text is a `tsquery`; `near` and `all` have one element per word. */
export interface Plan {
  query: string;
  near: string[];
  all: string[];
  /** everything that is searched for */
  lexemes: string[];
  /** a `tsquery` of the nearest readings, by which matches are ranked */
  ranking: string;
  /** whether it matters how close the words stand: of many readings or pairs that takes ten times as long to tell */
  isCloseRanked: boolean;
  /** how candidates are found among each kind of records; null where none of the kind matches */
  ways: (Way | null)[];
}

/** How many candidates of a main kind are ranked, some more than are shown. If more match, those left out are mostly as good. */
export const maxRecords = 30;
const maxRelaxedGroups = 5;
/** The nearest readings of a word that are ranked by their places; of more, the first are the shortest. */
const maxRanked = 6;
/**
 * What decides how candidates are found, in microseconds, as measured: a place of the rarest word in the index, a place of another word, most of
 * which the index skips, a match that the index gives, a record that is read for it, and one that is walked past.
 */
const cost = { place: 0.12, passed: 0.02, match: 0.2, record: 8, walked: 2 };
/** How many times the expected number of records is walked: words don't stand together, or apart, by chance alone. */
const patience = 4;
const mostWalked = 50_000;

/** The words of a query, longest first. */
function groupsOf(readings: Reading[]): Group[] {
  const places = [...new Set(readings.map(({ place }) => place))].filter((place) => place > 0);
  return places.map((place) => groupAt(readings, place)).sort((a, b) => longest(b) - longest(a));
}

function groupAt(readings: Reading[], place: number): Group {
  const ofWord = readings.filter((reading) => reading.place === place);
  const nearest = ofWord[0]?.reading;
  const kinds = ofWord[0]?.byKind ?? [];
  return {
    near: ofWord.filter(({ reading }) => reading === nearest).map(({ lexeme }) => lexeme),
    all: ofWord.map(({ lexeme }) => lexeme),
    known: kinds.map((_, kind) => ofWord.filter(({ byKind }) => byKind[kind] != null).map(({ lexeme }) => lexeme)),
    byKind: kinds.map((_, kind) => ofWord.reduce((sum, { byKind }) => sum + (byKind[kind] ?? 0), 0)),
  };
}

const longest = ({ all }: Group) => Math.max(...all.map((lexeme) => lexeme.length));

/**
 * The search for all words of a query.
 * @returns null if the vocabulary has none of the words
 */
export function strictPlan(readings: Readings): Plan | null {
  const groups = groupsOf(readings.readings);
  const ofWhole = readings.readings.filter(({ place }) => place === 0);
  const whole = ofWhole.map(({ lexeme }) => lexeme);
  const together = groups.map(({ all }) => anyLexeme(all)).join(" & ");
  const parts = [together, ...(whole.length > 0 ? [anyLexeme(whole)] : [])].filter((part) => part !== "");
  if (parts.length === 0) return null;
  const wholeGroup = whole.length > 0 ? [{ ...groupAt(readings.readings, 0), near: whole }] : [];
  const sets = [groups, wholeGroup].filter((set) => set.length > 0);
  return plan(anyOf(parts), [...groups, ...wholeGroup], sets, readings);
}

/**
 * The search for one, or for any two, of the longest words of a query, each in every reading.
 * @param together how many of the words a record must contain
 * @returns null if there are no readings
 */
export function relaxedPlan(readings: Readings, together: 1 | 2): Plan | null {
  const groups = groupsOf(readings.readings);
  if (groups.length === 0) return null;
  const sought = groups.slice(0, maxRelaxedGroups);
  const sets = together === 1 || sought.length === 1 ? sought.map((group) => [group]) : pairs(sought);
  return plan(anyOfSets(sets), groups, sets, readings);
}

const pairs = <T>(all: T[]): T[][] => all.flatMap((a, i) => all.slice(i + 1).map((b) => [a, b]));

/** @param sets the query: all words of any of them */
function plan(query: string, groups: Group[], sets: Group[][], { totals }: Readings): Plan {
  return {
    query,
    near: groups.map(({ near }) => anyLexeme(near)),
    all: groups.map(({ all }) => anyLexeme(all)),
    lexemes: groups.flatMap(({ all }) => all),
    ...rankingOf(sets, groups),
    ways: totals.map((total, kind) => wayOf(sets, kind, total ?? 0)),
  };
}

function rankingOf(sets: Group[][], groups: Group[]): Pick<Plan, "ranking" | "isCloseRanked"> {
  const isCloseRanked = sets.length === 1 && groups.every(({ near }) => near.length === 1);
  const parts = groups.map(({ near }) => anyLexeme(near.slice(0, maxRanked)));
  return { ranking: parts.join(sets.length === 1 ? " & " : " | "), isCloseRanked };
}

const isWithin = (set: Group[], other: Group[]) => set.every((group) => other.includes(group));
/** Without those that have all words of another: what has two words has either of them. */
const withoutWider = (sets: Group[][]): Group[][] =>
  sets.filter((set, n) => !sets.some((other, m) => isWithin(other, set) && (other.length < set.length || m < n)));

/**
 * A `tsquery` of what has all words of any of the sets. GIN looks up each lexeme of a query, also one that stands there twice: so `a & b | a & c`
 * is written `a & (b | c)`, where `a` is the word with the most lexemes.
 */
function anyOfSets(sets: Group[][], lexemesOf = ({ all }: Group) => all): string {
  const partners = new Map<Group, Group[][]>();
  for (const set of sets) {
    const [first, ...others] = set.toSorted((a, b) => lexemesOf(b).length - lexemesOf(a).length) as [Group];
    partners.set(first, [...(partners.get(first) ?? []), others]);
  }
  const allOf = (set: Group[]) => set.map((group) => anyLexeme(lexemesOf(group))).join(" & ");
  return anyOf(
    [...partners].map(([first, others]) => {
      const isAlone = others.some((set) => set.length === 0);
      return isAlone ? `(${allOf([first])})` : `(${allOf([first])} & ${anyOf(others.map(allOf))})`;
    }),
  );
}

/**
 * What has all words of any of the sets, as two `tsquery`s that must both match: `a & (b | c) | b & c` is `a | b & c` and `b | c`, where `a` is the
 * word with the most lexemes. Of one query, GIN goes through all lexemes at each place of the rarest; of two, it passes over what either doesn't have.
 */
function inTwo(sets: Group[][], lexemesOf: (group: Group) => string[]): Way["narrowing"] {
  const [set, ...more] = sets as [Group[]];
  if (more.length === 0) {
    const [first, ...rest] = set.map(lexemesOf).sort((a, b) => b.length - a.length) as [string[]];
    return [anyLexeme(first), rest.length > 0 ? rest.map(anyLexeme).join(" & ") : anything];
  }
  if (sets.some(({ length }) => length === 1)) return [anyOfSets(sets, lexemesOf), anything];
  const [most] = sets.flat().sort((a, b) => lexemesOf(b).length - lexemesOf(a).length) as [Group];
  const others = sets.filter((set) => !set.includes(most));
  const partners = sets.filter((set) => set.includes(most)).map((set) => set.filter((group) => group !== most));
  return [anyOfSets([[most], ...others], lexemesOf), anyOfSets(withoutWider([...partners, ...others]), lexemesOf)];
}

/**
 * The cheapest way to enough candidates of a kind.
 * @returns null if none of the sets has all of its words in them
 */
function wayOf(sets: Group[][], kind: number, total: number): Way | null {
  const count = ({ byKind }: Group) => byKind[kind] ?? 0;
  const possible = sets.filter((set) => set.every((group) => count(group) !== 0));
  if (possible.length === 0) return null;
  const asked = possible.map((set) => askedOf(set, count, total));
  const needed = maxRecords / Math.max(...asked.map(({ share }) => share));
  const takes = asked.reduce((sum, { takes }) => sum + takes, 0);
  const reach = needed * cost.walked < takes ? Math.min(mostWalked, Math.ceil(needed * patience)) : 0;
  const matches = asked.reduce((sum, { share }) => sum + share * total, 0);
  return {
    narrowing: inTwo(withoutWider(asked.map(({ groups }) => groups)), ({ known }) => known[kind] ?? []),
    reach,
    isMany: reach > 0 || matches > maxRecords / 2,
  };
}

/**
 * By how many of a set's words, the rarest first, the index is asked: what it isn't asked for is compared in the records.
 * @returns also which share of the records should have all words, and the microseconds that it takes to find enough
 */
function askedOf(set: Group[], count: (group: Group) => number, total: number) {
  const shareOf = (group: Group) => Math.min(1, count(group) / total);
  const share = set.reduce((product, group) => product * shareOf(group), 1);
  const sorted = set.toSorted((a, b) => count(a) - count(b));
  let places = 0;
  let matches = total;
  let best = { groups: set, takes: Number.POSITIVE_INFINITY };
  for (const [n, group] of sorted.entries()) {
    places += count(group) * (n === 0 ? cost.place : cost.passed);
    matches *= shareOf(group);
    const read = Math.min(matches, (maxRecords * matches) / (share * total));
    const takes = places + matches * cost.match + read * cost.record;
    if (takes < best.takes) best = { groups: sorted.slice(0, n + 1), takes };
  }
  return { ...best, share };
}
