/**
 * A typo in an ending keeps the stem from being found: "isolameto" has the stem "isolamet", where "isolamento" has "isol". Some 700 words
 * and their stems take 2 ms, so they are looked up only where nothing else is found.
 */
export const meantStems = `
  -- The stems of a word and of everything that it may have been before one typo.
  create or replace function meant_stems(word text) returns text[] stable parallel safe language sql
    return tsvector_to_array(to_tsvector('pratica_it', (select string_agg(edit, ' ') from one_edit(word) edit)));
`;

/** SQL of whether a word is short enough, and none of the codes that are mistyped otherwise. */
export const mayBeMeant = (word: string): string => `${word} ~ '^[a-z]{6,24}$'`;
