/** What a word of a query may stand for in the organization's vocabulary, as `expand_words` returns it. */
export interface Reading {
  /** the word's place in the query, from 1; 0: the whole query as one code or phone number */
  place: number;
  lexeme: string;
  /** how many entries have it; null where that isn't kept */
  entries: number | null;
  reading: "exact" | "beginning" | "part" | "typo";
}

/** All readings of a query. */
export interface Readings {
  readings: Reading[];
  /** entries that the vocabulary was made from; null where that isn't kept */
  total: number | null;
}

/** A word of the query with all that it may stand for. */
export interface Group {
  /** the nearest readings; a hit on them counts in full */
  near: string[];
  all: string[];
  entries: number | null;
}

/** A search that Postgres can carry out; every text is a `tsquery`. */
export interface Plan {
  query: string;
  near: string[];
  all: string[];
  weights: number[];
  /** all that is searched for */
  lexemes: string[];
  /** so many candidates come sooner by walking the entries than from the index */
  walk: boolean;
}

/** Candidates that are ranked; what is beyond is as good as these where so much matches. */
export const maxCandidates = 200;
const maxRelaxedGroups = 5;
/** What it costs to look at an entry, measured in matches of the index. */
const walkCost = 20;

const quoted = (lexeme: string) => `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
const anyOf = (parts: string[]) => (parts.length === 1 ? String(parts[0]) : `(${parts.join(" | ")})`);
const anyLexeme = (lexemes: string[]) => anyOf(lexemes.map(quoted));

/** The words of a query, rarest first where that is known, else longest first. */
function groupsOf(readings: Reading[]): Group[] {
  const places = [...new Set(readings.map(({ place }) => place))].filter((place) => place > 0);
  return places.map((place) => groupAt(readings, place)).sort(byRarity);
}

function groupAt(readings: Reading[], place: number): Group {
  const own = readings.filter((each) => each.place === place);
  const nearest = own[0]?.reading;
  const counts = own.map(({ entries }) => entries);
  return {
    near: own.filter(({ reading }) => reading === nearest).map(({ lexeme }) => lexeme),
    all: own.map(({ lexeme }) => lexeme),
    entries: counts.includes(null) ? null : counts.reduce<number>((sum, count) => sum + Number(count), 0),
  };
}

const longest = ({ all }: Group) => Math.max(...all.map((lexeme) => lexeme.length));
const byRarity = (a: Group, b: Group): number =>
  a.entries !== null && b.entries !== null ? a.entries - b.entries : longest(b) - longest(a);

/**
 * The search for all words of a query; null when none of them is in the vocabulary.
 * @param inSequence the words must follow each other, as the parts of a code do
 */
export function strictPlan({ readings, total }: Readings, inSequence = false): Plan | null {
  const groups = groupsOf(readings);
  const whole = readings.filter(({ place }) => place === 0).map(({ lexeme }) => lexeme);
  const ordered = inSequence
    ? [...new Set(readings.map(({ place }) => place))].filter((place) => place > 0).map((at) => groupAt(readings, at))
    : groups;
  const together = ordered.map(({ all }) => anyLexeme(all)).join(inSequence ? " <-> " : " & ");
  const parts = [together, ...(whole.length > 0 ? [anyLexeme(whole)] : [])].filter((part) => part !== "");
  if (parts.length === 0) return null;
  const wholeGroup: Group[] = whole.length > 0 ? [{ near: whole, all: whole, entries: null }] : [];
  const share = total === null ? null : groups.reduce((share, { entries }) => share * shareOf(entries, total), 1);
  return plan(anyOf(parts), [...groups, ...wholeGroup], total, share, groups[0]?.entries ?? 0);
}

/**
 * The search for any so many of the rarest words, each with every reading; null without any.
 * @param together how many of the words must be found in one place
 */
export function relaxedPlan({ readings, total }: Readings, together: 1 | 2): Plan | null {
  const groups = groupsOf(readings);
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

/** @param share of all entries that match; null: not known  @param matches that the index must at least read */
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
