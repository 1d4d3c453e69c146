import type { OrganizationQuery } from "../organization-query.js";
import type { Reading, Readings } from "./plan.js";

/** About how many records of each kind have a lexeme; null: none. @param kinds the parameter with the kinds */
const countByKind = (kinds: string, lexeme: string): string => `(
         select array_agg(case when c.kind is not null then greatest(1, coalesce(c.records, 1))::integer end order by k.n) from unnest(${kinds}::text[]) with ordinality k (kind, n)
         left join search_kind_word c on c.organization_id = $1 and c.kind = k.kind and c.lexeme = ${lexeme})`;

/** For each word only its nearest readings; every one of those that the vocabulary doesn't have as they are; or every one. */
type Extent = "nearest" | "inexact" | "every";

/** What the readings of records are read with, so that it needs no statement of its own. */
export interface ReadingsOfRecords extends Readings {
  /** whether changes are committed that the index of the search doesn't have yet */
  isBehind: boolean;
  /** whether the organization has prices */
  hasPrices: boolean;
}
export type ReadRecordWords = (extent: Extent) => Promise<ReadingsOfRecords>;

type ReadingRow = Reading & Pick<ReadingsOfRecords, "isBehind" | "hasPrices" | "totals">;
/** @param readings a query of them; there is a row also where it gives none */
const withState = (readings: string): string => `
  select state.*, reading.* from (
    select exists (select from search_backlog where organization_id = $1) as "isBehind",
      exists (select from price_book_entry where organization_id = $1) as "hasPrices") state
  left join (${readings}) reading on true`;
const readingsIn = (rows: ReadingRow[]): ReadingsOfRecords => ({
  readings: rows.filter(({ place }) => place !== null),
  totals: rows[0]?.totals ?? [],
  isBehind: rows[0]?.isBehind ?? false,
  hasPrices: rows[0]?.hasPrices ?? false,
});

/** The readings of a query's words in the vocabulary of all records. @param kinds the kinds of `search_record`, for their counts */
export const readingsOfRecords =
  (query: OrganizationQuery, words: string, kinds: readonly string[]): ReadRecordWords =>
  async (extent) =>
    readingsIn(
      await query<ReadingRow>(
        withState(`select place, lexeme, reading, by_kind as "byKind", totals from record_readings($1, $2, $3, $4)`),
        words,
        kinds,
        extent,
      ),
    );

/**
 * The readings of a query's words in the vocabulary of some records alone, for callers who don't see the others: how a word is understood,
 * and how a hit scores beside it, would tell whether the others have the word.
 * @param kinds the kinds of `search_record`
 * @param projects only records of these projects; null: of all
 */
export const readingsWithin =
  (
    query: OrganizationQuery,
    words: string,
    kinds: readonly string[],
    projects: readonly string[] | null,
  ): ReadRecordWords =>
  async (extent) => {
    const rows = await query<ReadingRow>(
      withState(`with within as materialized (
         select search from search_record where organization_id = $1 and kind = any($3) and project_id = any($4::uuid[])
       )
       select place, lexeme, reading, ${countByKind("$3", "r.lexeme")} as "byKind", ${countByKind("$3", "''")} as totals
       from expand_words($1, 'records', $2, true) r
       where exists (select from search_kind_word w where w.organization_id = $1 and w.kind = any($3) and w.lexeme = r.lexeme)
         and ($4::uuid[] is null or exists (select from within where search @@ quote_literal(r.lexeme)::tsquery))`),
      words,
      kinds,
      projects,
    );
    const { readings, ...others } = readingsIn(rows);
    const nearest = new Map(readings.toReversed().map(({ place, reading }) => [place, reading]));
    const isWanted = ({ place, reading }: Reading) =>
      extent === "every" || nearest.get(place) === reading || (extent === "inexact" && nearest.get(place) !== "exact");
    return { readings: readings.filter(isWanted), ...others };
  };
