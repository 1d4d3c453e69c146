import type { OrganizationQuery } from "../organization-query.js";
import type { Reading, Readings } from "./plan.js";

type Vocabulary = "prices" | "records";

/** What the words of a query may stand for: the nearest readings only, or every one. */
export async function readingsOf(
  query: OrganizationQuery,
  vocabulary: Vocabulary,
  words: string,
  extent: "nearest" | "every",
): Promise<Readings> {
  const readings = await query<Reading & { total: number | null }>(
    `select place, lexeme, entries, reading,
       (select entries from search_word where organization_id = $1 and area = $2 and lexeme = '') as total
     from expand_words($1, $2, $3, $4)`,
    vocabulary,
    words,
    extent === "every",
  );
  return { readings, total: readings[0]?.total ?? null };
}
