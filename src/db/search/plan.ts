import { type QueryWord, queryWordAt, queryWordsOf } from "./query-words.js";
import type { Readings } from "./readings.js";
import { anyLexeme, anyOf } from "./tsquery.js";
import { type Way, wayOf } from "./ways.js";
import { anyOfSets } from "./word-sets.js";

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

const maxRelaxedWords = 5;
/** The nearest readings of a word that are ranked by their places; of more, the first are the shortest. */
const maxRanked = 6;
/**
 * The search for all words of a query.
 * @returns null if the vocabulary has none of the words
 */
export function strictPlan(readings: Readings): Plan | null {
  const words = queryWordsOf(readings.readings);
  const ofWhole = readings.readings.filter(({ place }) => place === 0);
  const whole = ofWhole.map(({ lexeme }) => lexeme);
  const together = words.map(({ all }) => anyLexeme(all)).join(" & ");
  const parts = [together, ...(whole.length > 0 ? [anyLexeme(whole)] : [])].filter((part) => part !== "");
  if (parts.length === 0) return null;
  const wholeQuery = whole.length > 0 ? [{ ...queryWordAt(readings.readings, 0), near: whole }] : [];
  const sets = [words, wholeQuery].filter((set) => set.length > 0);
  return plan(anyOf(parts), [...words, ...wholeQuery], sets, readings);
}

/**
 * The search for one, or for any two, of the longest words of a query, each in every reading.
 * @param together how many of the words a record must contain
 * @returns null if there are no readings
 */
export function relaxedPlan(readings: Readings, together: 1 | 2): Plan | null {
  const words = queryWordsOf(readings.readings);
  if (words.length === 0) return null;
  const sought = words.slice(0, maxRelaxedWords);
  const sets = together === 1 || sought.length === 1 ? sought.map((word) => [word]) : pairs(sought);
  return plan(anyOfSets(sets), words, sets, readings);
}

const pairs = <T>(all: T[]): T[][] => all.flatMap((a, i) => all.slice(i + 1).map((b) => [a, b]));

/** @param sets the query: all words of any of them */
function plan(query: string, words: QueryWord[], sets: QueryWord[][], { totals }: Readings): Plan {
  return {
    query,
    near: words.map(({ near }) => anyLexeme(near)),
    all: words.map(({ all }) => anyLexeme(all)),
    lexemes: words.flatMap(({ all }) => all),
    ...rankingOf(sets, words),
    ways: totals.map((total, kind) => wayOf(sets, kind, total ?? 0)),
  };
}

function rankingOf(sets: QueryWord[][], words: QueryWord[]): Pick<Plan, "ranking" | "isCloseRanked"> {
  const isCloseRanked = sets.length === 1 && words.every(({ near }) => near.length === 1);
  const parts = words.map(({ near }) => anyLexeme(near.slice(0, maxRanked)));
  return { ranking: parts.join(sets.length === 1 ? " & " : " | "), isCloseRanked };
}
