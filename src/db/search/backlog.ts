import type { Queries } from "../database.js";

/** Records that are taken up in one go: a fraction of a second. */
export const recordsPerRefresh = 2_000;

/** How many changes of each organization the search has not taken up yet. */
export async function searchBacklog(queries: Queries): Promise<ReadonlyMap<string, number>> {
  const rows = await queries.query<{ organizationId: string; changes: number }>(
    'select organization_id as "organizationId", count(*) as changes from search_backlog group by organization_id',
  );
  return new Map(rows.map(({ organizationId, changes }) => [organizationId, changes]));
}

/** Takes up what changed in an organization since it was last searched. */
export async function refreshSearch(queries: Queries, organizationId: string): Promise<void> {
  for (let taken = recordsPerRefresh; taken === recordsPerRefresh; ) {
    const [refresh] = await queries.query<{ taken: number }>("select refresh_search($1, $2) as taken", [
      organizationId,
      recordsPerRefresh,
    ]);
    taken = refresh?.taken ?? 0;
  }
}
