import type { ActionContext } from "../context.js";
import type { Found } from "./find-records.js";
import { mostHits } from "./groups.js";
import type { SearchReach } from "./search-reach.js";

const tables = { contacts: "contact", projects: "project" } as const;

/**
 * Contacts and projects that have the query in their names, where it is made of words that Italian texts are full of, so that the index
 * has none of them: SUE, the office for building permits, is also "sue". For every other query there is nothing to look through.
 */
export async function namedByCommonWords(
  ctx: ActionContext,
  query: string,
  { searched, projects }: SearchReach,
): Promise<Found[]> {
  if (projects !== null) return [];
  const found = await Promise.all(
    searched.map(async ({ group, isTitle }): Promise<Found[]> => {
      if (group !== "contacts" && group !== "projects") return [];
      const isContact = group === "contacts";
      const rows = await ctx.query<{ id: string; title: string; contactId: string | null }>(
        `select r.id, r.name as title, ${isContact ? "null::uuid" : "r.client_contact_id"} as "contactId"
         from search_text(left($2, 200)) asked (words), ${tables[group]} r
         where search_vector($2) = '' and words ~ '[^ ]' and r.organization_id = $1
           and r.name ilike '%' || btrim(words) || '%' and search_text(r.name) ~ ('\\m' || btrim(words) || '\\M')
         order by r.id desc limit ${mostHits}`,
        query,
      );
      return rows.map(({ id, title, contactId }) => ({
        group,
        id,
        title,
        snippet: isTitle ? null : title,
        projectId: isContact ? null : id,
        contactId,
        score: 1,
        text: title,
      }));
    }),
  );
  return found.flat();
}
