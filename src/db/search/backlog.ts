import type { DataSource } from "typeorm";

/** Records that are taken up in one go: a fraction of a second. */
export const recordsPerRefresh = 2_000;

/** Takes up what changed since it was last searched, so that not even the first search after thousands of changes has to wait. */
export async function takeUpSearchBacklog(dataSource: DataSource): Promise<void> {
  const organizations: { id: string }[] = await dataSource.query(
    "select id from organization o where exists (select from search_backlog b where b.organization_id = o.id)",
  );
  for (const { id } of organizations) {
    for (let taken = recordsPerRefresh; taken === recordsPerRefresh; ) {
      [{ taken }] = await dataSource.query("select refresh_search($1, $2) as taken", [id, recordsPerRefresh]);
    }
  }
}
