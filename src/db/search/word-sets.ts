import type { QueryWord } from "./query-words.js";
import { anyLexeme, anyOf, anything } from "./tsquery.js";

const isWithin = (set: QueryWord[], other: QueryWord[]) => set.every((word) => other.includes(word));
/** Drops the sets that contain another set: whatever has two words has each of them. */
export const withoutWider = (sets: QueryWord[][]): QueryWord[][] =>
  sets.filter((set, n) => !sets.some((other, m) => isWithin(other, set) && (other.length < set.length || m < n)));

/**
 * A `tsquery` of what has all words of any of the sets. GIN looks up each lexeme of a query, also one that stands there twice: so `a & b | a & c`
 * is written `a & (b | c)`, where `a` is the word with the most lexemes.
 */
export function anyOfSets(sets: QueryWord[][], lexemesOf = ({ all }: QueryWord) => all): string {
  const partners = new Map<QueryWord, QueryWord[][]>();
  for (const set of sets) {
    const [first, ...others] = set.toSorted((a, b) => lexemesOf(b).length - lexemesOf(a).length) as [QueryWord];
    partners.set(first, [...(partners.get(first) ?? []), others]);
  }
  const allOf = (set: QueryWord[]) => set.map((word) => anyLexeme(lexemesOf(word))).join(" & ");
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
export function inTwo(sets: QueryWord[][], lexemesOf: (word: QueryWord) => string[]): [string, string] {
  const [set, ...more] = sets as [QueryWord[]];
  if (more.length === 0) {
    const [first, ...rest] = set.map(lexemesOf).sort((a, b) => b.length - a.length) as [string[]];
    return [anyLexeme(first), rest.length > 0 ? rest.map(anyLexeme).join(" & ") : anything];
  }
  if (sets.some(({ length }) => length === 1)) return [anyOfSets(sets, lexemesOf), anything];
  const [most] = sets.flat().sort((a, b) => lexemesOf(b).length - lexemesOf(a).length) as [QueryWord];
  const others = sets.filter((set) => !set.includes(most));
  const partners = sets.filter((set) => set.includes(most)).map((set) => set.filter((word) => word !== most));
  return [anyOfSets([[most], ...others], lexemesOf), anyOfSets(withoutWider([...partners, ...others]), lexemesOf)];
}
