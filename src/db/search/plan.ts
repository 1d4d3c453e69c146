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
}

/** All readings of a query. */
export interface Readings {
  readings: Reading[];
  /** how many entries the vocabulary was made from; null where that isn't counted */
  total: number | null;
  /** how many words the query has, as far as they are looked up; unset where nobody asks */
  words?: number;
}

/** A word of the query, with everything that it may stand for. */
export interface Group {
  /** the lexemes of the nearest readings; a hit on one of them counts in full */
  near: string[];
  /** the lexemes of all readings */
  all: string[];
  /** how many entries contain any of them; null: unknown */
  entries: number | null;
}

/** A search that Postgres can carry out. Every text is a `tsquery`; `near`, `all` and `weights` have one element per word. */
export interface Plan {
  query: string;
  near: string[];
  all: string[];
  weights: number[];
  /** everything that is searched for */
  lexemes: string[];
  /** whether so many entries match that reading entries one by one finds enough candidates sooner than the index does */
  walk: boolean;
}

/** How many candidates are ranked. If more match, those left out are as good as these. */
export const maxCandidates = 200;
const maxRelaxedGroups = 5;
/** The cost of reading one entry; 1 is the cost of reading one match from the index. */
const walkCost = 20;

const quoted = (lexeme: string) => `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
const anyOf = (parts: string[]) => (parts.length === 1 ? String(parts[0]) : `(${parts.join(" | ")})`);
/** A `tsquery` of a plan, for its lexemes in titles alone. */
export const inTitle = (query: string): string => query.replace(/'(?:''|[^'])*'/g, "$&:A");
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
  return {
    near: ofWord.filter(({ reading }) => reading === nearest).map(({ lexeme }) => lexeme),
    all: ofWord.map(({ lexeme }) => lexeme),
    entries: counts.includes(null) ? null : counts.reduce<number>((sum, count) => sum + Number(count), 0),
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
export function strictPlan({ readings, total }: Readings, inSequence = false): Plan | null {
  const inOrder = groupsOf(readings);
  const groups = inOrder.toSorted(byRarity);
  const whole = readings.filter(({ place }) => place === 0).map(({ lexeme }) => lexeme);
  const together = (inSequence ? inOrder : groups).map(({ all }) => anyLexeme(all)).join(inSequence ? " <-> " : " & ");
  const parts = [together, ...(whole.length > 0 ? [anyLexeme(whole)] : [])].filter((part) => part !== "");
  if (parts.length === 0) return null;
  const wholeGroup: Group[] = whole.length > 0 ? [{ near: whole, all: whole, entries: null }] : [];
  const share = total === null ? null : groups.reduce((share, { entries }) => share * shareOf(entries, total), 1);
  return plan(anyOf(parts), [...groups, ...wholeGroup], total, share, groups[0]?.entries ?? 0);
}

/**
 * The search for one, or for any two, of the rarest words of a query, each in every reading.
 * @param together how many of the words an entry must contain
 * @returns null if there are no readings
 */
export function relaxedPlan({ readings, total }: Readings, together: 1 | 2): Plan | null {
  const groups = groupsOf(readings).sort(byRarity);
  if (groups.length === 0) return null;
  const rarest = groups.slice(0, maxRelaxedGroups);
  const sets = together === 1 || rarest.length === 1 ? rarest.map((group) => [group]) : pairs(rarest);
  const query = anyOf(sets.map((set) => `(${set.map(({ all }) => anyLexeme(all)).join(" & ")})`));
  const shares = sets.map((set) => set.reduce((share, { entries }) => share * shareOf(entries, total), 1));
  const share = total === null ? null : Math.min(1, Math.max(...shares));
  const matches = rarest.reduce((sum, { entries }) => sum + (entries ?? 0), 0);
  return plan(query, groups, total, share, matches);
}

const pairs = <T>(all: T[]): T[][] => all.flatMap((a, i) => all.slice(i + 1).map((b) => [a, b]));

const shareOf = (entries: number | null, total: number | null): number =>
  entries === null || !total ? 1 : Math.min(1, entries / total);

/**
 * @param share which part of all entries matches, from 0 to 1; null: unknown
 * @param matches how many matches the index must read at least
 */
function plan(query: string, groups: Group[], total: number | null, share: number | null, matches: number): Plan {
  return {
    query,
    near: groups.map(({ near }) => anyLexeme(near)),
    all: groups.map(({ all }) => anyLexeme(all)),
    weights: groups.map(({ entries }) => (entries === null || !total ? 1 : Math.log(1 + total / Math.max(1, entries)))),
    lexemes: groups.flatMap(({ all }) => all),
    walk: share !== null && share > 0 && (maxCandidates / share) * walkCost < matches,
  };
}
