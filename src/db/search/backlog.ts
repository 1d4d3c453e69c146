import type { Queries } from "../database.js";
import type { OrganizationQuery } from "../organization-query.js";

/** How many records the first statement indexes, and the most that any does. */
const firstRecords = 20;
const mostRecords = 2_000;
/** How much more one may index than the one before: what comes next may be longer. */
const mostGrowth = 4;
/** The target duration of a statement: others of the organization wait for it, and Postgres cancels long ones. */
const wantedMs = 1_000;

/** For each organization, how many changes the search index doesn't contain yet. */
export async function searchBacklog(queries: Queries): Promise<ReadonlyMap<string, number>> {
  const rows = await queries.query<{ organizationId: string; changes: number }>(
    'select organization_id as "organizationId", count(*) as changes from search_backlog group by organization_id',
  );
  return new Map(rows.map(({ organizationId, changes }) => [organizationId, changes]));
}

/**
 * Brings an organization's search index up to date with all committed changes. Thousands of contacts take as long as a few long
 * conversations, so each statement's time says how many records the next one takes.
 * @param query outside of a transaction: what is indexed stays so if a later statement fails, and nobody waits for more than one
 */
export async function refreshSearch(query: OrganizationQuery): Promise<void> {
  for (let records = firstRecords; ; ) {
    const began = performance.now();
    const [refresh] = await query<{ indexed: number }>("select refresh_search($1, $2) as indexed", records);
    if ((refresh?.indexed ?? 0) < records) return;
    const growth = Math.min(mostGrowth, wantedMs / (performance.now() - began));
    records = Math.max(1, Math.min(mostRecords, Math.floor(records * growth)));
  }
}
