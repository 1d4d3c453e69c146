import type { OrganizationQuery } from "../organization-query.js";
import type { Reading, Readings } from "./plan.js";

/** The readings of a query's words. @param extent for each word only its nearest readings, or every one */
export type ReadWords = (extent: "nearest" | "every") => Promise<Readings>;

/** The readings of a query's words in a vocabulary. */
export const readingsOf =
  (query: OrganizationQuery, vocabulary: "prices" | "records", words: string): ReadWords =>
  async (extent) => {
    const readings = await query<Reading & { total: number | null; words: number }>(
      `select place, lexeme, entries, reading,
         (select entries from search_word where organization_id = $1 and area = $2 and lexeme = '') as total,
         (select least(16, cardinality(tsvector_to_array(search_vector(left($3, 2000)))))) as words
       from expand_words($1, $2, $3, $4)`,
      vocabulary,
      words,
      extent === "every",
    );
    return { readings, total: readings[0]?.total ?? null, words: readings[0]?.words ?? 0 };
  };

/**
 * The readings of a query's words in the vocabulary of some records alone, for callers who don't see the others: how a word is understood,
 * and how a hit scores beside it, would tell whether the others have the word.
 * @param kinds the kinds of `search_record`
 * @param projects only records of these projects; null: of all
 */
export const readingsWithin =
  (query: OrganizationQuery, words: string, kinds: readonly string[], projects: readonly string[] | null): ReadWords =>
  async (extent) => {
    const readings = await query<Reading>(
      `with within as materialized (
         select search from search_record where organization_id = $1 and kind = any($3) and project_id = any($4::uuid[])
       )
       select place, lexeme, entries, reading from expand_words($1, 'records', $2, true) r
       where exists (select from search_kind_word w where w.organization_id = $1 and w.kind = any($3) and w.lexeme = r.lexeme)
         and ($4::uuid[] is null or exists (select from within where search @@ quote_literal(r.lexeme)::tsquery))`,
      words,
      kinds,
      projects,
    );
    const nearest = new Map(readings.toReversed().map(({ place, reading }) => [place, reading]));
    const isWanted = ({ place, reading }: Reading) => extent === "every" || nearest.get(place) === reading;
    return { readings: readings.filter(isWanted), total: null };
  };
