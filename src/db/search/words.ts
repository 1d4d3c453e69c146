import type { OrganizationQuery } from "../organization-query.js";
import type { Reading, Readings } from "./plan.js";

export type Vocabulary = "prices" | "records";

/** The readings of a query's words in a vocabulary. @param extent for each word only its nearest readings, or every one */
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
