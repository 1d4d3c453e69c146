import type { Queries } from "../database.js";
import type { OrganizationQuery } from "../organization-query.js";

/** The most records that one statement indexes; it takes a fraction of a second. */
const recordsPerRefresh = 2_000;

/** For each organization, how many changes the search index doesn't contain yet. */
export async function searchBacklog(queries: Queries): Promise<ReadonlyMap<string, number>> {
  const rows = await queries.query<{ organizationId: string; changes: number }>(
    'select organization_id as "organizationId", count(*) as changes from search_backlog group by organization_id',
  );
  return new Map(rows.map(({ organizationId, changes }) => [organizationId, changes]));
}

/** Brings an organization's search index up to date with all committed changes. */
export async function refreshSearch(execute: OrganizationQuery): Promise<void> {
  for (let indexed = recordsPerRefresh; indexed === recordsPerRefresh; ) {
    const [refresh] = await execute<{ indexed: number }>("select refresh_search($1, $2) as indexed", recordsPerRefresh);
    indexed = refresh?.indexed ?? 0;
  }
}
