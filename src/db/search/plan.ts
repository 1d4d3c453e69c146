/**
 * A reading: what a word of a query may stand for in the organization's vocabulary, as the SQL function `expand_words` returns
 * it.
 */
export interface Reading {
  /** the word's place in the query, from 1; 0: the whole query as one code or phone number */
  place: number;
  lexeme: string;
  /** how many entries contain it; null where that isn't counted */
  entries: number | null;
  reading: "exact" | "beginning" | "part" | "typo";
  /** about how many records contain it, of each kind that is searched, in the order of the kinds; null: none. Unset where it isn't asked */
  byKind?: (number | null)[];
}

/** All readings of a query. */
export interface Readings {
  readings: Reading[];
  /** how many entries the vocabulary was made from; null where that isn't counted */
  total: number | null;
  /** how many words the query has, as far as they are looked up; unset where nobody asks */
  words?: number;
  /** how many records there are of each kind that is searched; unset where it isn't counted */
  totals?: (number | null)[];
}

/** A word of the query, with everything that it may stand for. */
export interface Group {
  /** the lexemes of the nearest readings; a hit on one of them counts in full */
  near: string[];
  /** the lexemes of all readings */
  all: string[];
  /** how many entries contain any of them; null: unknown */
  entries: number | null;
  /** the same of each kind of records; unset where it isn't counted */
  byKind?: number[];
}

/** How candidates are found that match. */
export interface Way {
  /** a `tsquery` of the rarest words alone, by which the index finds what else must match */
  narrowing: string;
  /** among so many of the latest records enough should match; 0: only the index finds enough */
  reach: number;
}

/** A search that Postgres can carry out. Every text is a `tsquery`; `near`, `all` and `weights` have one element per word. */
export interface Plan {
  query: string;
  near: string[];
  all: string[];
  weights: number[];
  /** everything that is searched for */
  lexemes: string[];
  /** a `tsquery` of the nearest readings, by which matches are ranked; unset where the query itself is */
  ranking?: string;
  /** whether it matters how close the words stand: of many readings or pairs that takes ten times as long to tell */
  isCloseRanked?: boolean;
  /** how candidates are found among all */
  way: Way;
  /** how they are found among each kind of records, null where none of the kind matches; unset where records aren't counted by kind */
  ways?: (Way | null)[];
}

/** How many candidates are ranked. If more match, those left out are as good as these. */
export const maxCandidates = 100;
/** How many of a main kind of records are: three times as many as are shown. */
export const maxRecords = 60;
const maxRelaxedGroups = 5;
/** The nearest readings of a word that are ranked by their places; of more, the first are the shortest. */
const maxRanked = 6;
/** What decides how candidates are found. Times are in microseconds, as measured. */
interface Measures {
  /** how many candidates are enough */
  enough: number;
  /** a word with more than so many times the places of the rarest isn't looked up: reading what has the rarest takes less */
  muchMore: number;
  /** a record that is walked past */
  walked: number;
  /** a place of the rarest word in the index */
  place: number;
  /** a place of another word, most of which the index skips */
  furtherPlace: number;
  /** a match that the index gives */
  match: number;
}
const ofEntries: Measures = {
  enough: maxCandidates,
  muchMore: 10,
  walked: 0.6,
  place: 0.1,
  furtherPlace: 0.1,
  match: 0.6,
};
/** The words of a conversation take a third of a page: to read one takes longer than to look up a hundred places. */
const ofRecords: Measures = {
  enough: maxRecords,
  muchMore: 100,
  walked: 1,
  place: 0.4,
  furtherPlace: 0.02,
  match: 0.2,
};
/** Words don't keep from or keep to each other by chance alone: so many times as many records are walked as should do. */
const patience = 4;
const mostWalked = 50_000;

const quoted = (lexeme: string) => `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
const anyOf = (parts: string[]) => (parts.length === 1 ? String(parts[0]) : `(${parts.join(" | ")})`);
/** A `tsquery` of a plan, for its lexemes in titles alone. */
export const inTitle = (query: string): string => query.replace(/'(?:''|[^'])*'/g, "$&:A");
/** A `tsquery` of a plan as one of keys, as the SQL function `lexeme_keys` makes them. */
export const inKeys = (query: string, organizationId: string, kind: string): string =>
  query.replace(/'((?:''|[^'])*)'/g, (_, lexeme) => `'${organizationId.slice(-8)}${kind}${lexeme}'`);
const anyLexeme = (lexemes: string[]) => anyOf(lexemes.map(quoted));

/** The words of a query, in its order. */
function groupsOf(readings: Reading[]): Group[] {
  const places = [...new Set(readings.map(({ place }) => place))].filter((place) => place > 0);
  return places.map((place) => groupAt(readings, place));
}

function groupAt(readings: Reading[], place: number): Group {
  const ofWord = readings.filter((reading) => reading.place === place);
  const nearest = ofWord[0]?.reading;
  const counts = ofWord.map(({ entries }) => entries);
  const kinds = ofWord[0]?.byKind?.map((_, kind) => ofWord.reduce((sum, { byKind }) => sum + (byKind?.[kind] ?? 0), 0));
  return {
    near: ofWord.filter(({ reading }) => reading === nearest).map(({ lexeme }) => lexeme),
    all: ofWord.map(({ lexeme }) => lexeme),
    entries: counts.includes(null) ? null : counts.reduce<number>((sum, count) => sum + Number(count), 0),
    ...(kinds && { byKind: kinds }),
  };
}

const longest = ({ all }: Group) => Math.max(...all.map((lexeme) => lexeme.length));
/** Rarest first; longest first where the counts are unknown. */
const byRarity = (a: Group, b: Group): number =>
  a.entries !== null && b.entries !== null ? a.entries - b.entries : longest(b) - longest(a);

/**
 * The search for all words of a query.
 * @param inSequence the words must follow each other, as the parts of a code do
 * @returns null if the vocabulary has none of the words
 */
export function strictPlan(readings: Readings, inSequence = false): Plan | null {
  const inOrder = groupsOf(readings.readings);
  const groups = inOrder.toSorted(byRarity);
  const ofWhole = readings.readings.filter(({ place }) => place === 0);
  const whole = ofWhole.map(({ lexeme }) => lexeme);
  const together = (inSequence ? inOrder : groups).map(({ all }) => anyLexeme(all)).join(inSequence ? " <-> " : " & ");
  const parts = [together, ...(whole.length > 0 ? [anyLexeme(whole)] : [])].filter((part) => part !== "");
  if (parts.length === 0) return null;
  const wholeGroup = whole.length > 0 ? [{ ...groupAt(readings.readings, 0), near: whole, entries: null }] : [];
  const sets = [groups, wholeGroup].filter((set) => set.length > 0);
  return plan(anyOf(parts), [...groups, ...wholeGroup], sets, readings);
}

/**
 * The search for one, or for any two, of the rarest words of a query, each in every reading.
 * @param together how many of the words an entry must contain
 * @returns null if there are no readings
 */
export function relaxedPlan(readings: Readings, together: 1 | 2): Plan | null {
  const groups = groupsOf(readings.readings).sort(byRarity);
  if (groups.length === 0) return null;
  const rarest = groups.slice(0, maxRelaxedGroups);
  const sets = together === 1 || rarest.length === 1 ? rarest.map((group) => [group]) : pairs(rarest);
  const query = anyOf(sets.map((set) => `(${set.map(({ all }) => anyLexeme(all)).join(" & ")})`));
  return plan(query, groups, sets, readings);
}

const pairs = <T>(all: T[]): T[][] => all.flatMap((a, i) => all.slice(i + 1).map((b) => [a, b]));

/** @param sets the query: all words of any of them */
function plan(query: string, groups: Group[], sets: Group[][], { total, totals }: Readings): Plan {
  const everyWord: Way = { narrowing: narrowingOf(sets), reach: 0 };
  return {
    query,
    near: groups.map(({ near }) => anyLexeme(near)),
    all: groups.map(({ all }) => anyLexeme(all)),
    weights: groups.map(({ entries }) => (entries === null || !total ? 1 : Math.log(1 + total / Math.max(1, entries)))),
    lexemes: groups.flatMap(({ all }) => all),
    ...rankingOf(sets, groups),
    way: (total === null ? null : wayOf(sets, ({ entries }) => entries, total, ofEntries)) ?? everyWord,
    ...(totals && {
      ways: totals.map((of, kind) => wayOf(sets, ({ byKind }) => byKind?.[kind] ?? 0, of ?? 0, ofRecords)),
    }),
  };
}

function rankingOf(sets: Group[][], groups: Group[]): Pick<Plan, "ranking" | "isCloseRanked"> {
  const isCloseRanked = sets.length === 1 && groups.every(({ near }) => near.length === 1);
  const parts = groups.map(({ near }) => anyLexeme(near.slice(0, maxRanked)));
  return { ranking: parts.join(sets.length === 1 ? " & " : " | "), isCloseRanked };
}

const isWithin = (set: Group[], other: Group[]) => set.every((group) => other.includes(group));
const narrowingOf = (sets: Group[][]): string =>
  anyOf(sets.map((set) => `(${set.map(({ all }) => anyLexeme(all)).join(" & ")})`));

/**
 * The cheapest way to enough candidates.
 * @param countOf how many of the records contain any of a word's lexemes; null: unknown
 * @returns null if none of the sets has all of its words in them
 */
function wayOf(
  sets: Group[][],
  countOf: (group: Group) => number | null,
  total: number,
  { enough, muchMore, walked, ...cost }: Measures,
): Way | null {
  const known = sets.filter((set) => set.every((group) => countOf(group) !== 0));
  if (known.length === 0) return null;
  if (known.some((set) => set.some((group) => countOf(group) === null)))
    return { narrowing: narrowingOf(known), reach: 0 };
  const count = (group: Group) => countOf(group) ?? 0;
  const sought = known.map((set) => {
    const rarest = Math.min(...set.map(count));
    return set.filter((group) => count(group) <= rarest * muchMore);
  });
  // What has two words has either of them.
  const narrowing = sought.filter(
    (set, n) => !sought.some((other, m) => isWithin(other, set) && (other.length < set.length || m < n)),
  );
  const shareOf = (set: Group[]) => set.reduce((share, group) => share * Math.min(1, count(group) / total), 1);
  const share = Math.min(1, Math.max(...known.map(shareOf)));
  const placesTake = (set: Group[]) => {
    const [rarest = 0, ...others] = set.map(count).sort((a, b) => a - b);
    return rarest * cost.place + others.reduce((sum, places) => sum + places * cost.furtherPlace, 0);
  };
  const indexTakes = narrowing.reduce((sum, set) => sum + placesTake(set) + shareOf(set) * total * cost.match, 0);
  const needed = enough / share;
  const reach = needed * walked < indexTakes ? Math.min(mostWalked, Math.ceil(needed * patience)) : 0;
  return { narrowing: narrowingOf(narrowing), reach };
}
