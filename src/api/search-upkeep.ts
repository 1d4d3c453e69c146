import type { Logger } from "pino";
import { atIntervals } from "../at-intervals.js";
import type { Queries } from "../db/database.js";
import { organizationQuery } from "../db/organization-query.js";
import { refreshSearch, searchBacklog } from "../db/search/backlog.js";

/** A backlog of more changes than this is indexed even while the organization makes more. */
const maxBacklog = 50_000;

/**
 * Indexes changes for the search in the background, so that even the first search after thousands of changes is fast. It waits until
 * an organization has made no change for `everyMs`: the database must not do both while a bulk of changes is being written.
 */
export function keepSearchCurrent(queries: Queries, log: Logger, everyMs = 5_000): { stop(): Promise<void> } {
  let previous: ReadonlyMap<string, number> = new Map();
  let isWorking = true;
  let stopped = false;

  const update = async () => {
    const backlog = await searchBacklog(queries);
    const failures: unknown[] = [];
    for (const [organizationId, changes] of backlog) {
      if (stopped) return;
      if (changes === previous.get(organizationId) || changes > maxBacklog)
        await refreshSearch(organizationQuery(queries, organizationId)).catch((error) => failures.push(error));
    }
    previous = backlog;
    // Of one organization it stops none of the others.
    if (failures.length > 0) throw failures[0];
    isWorking = true;
  };
  const tryUpdate = () =>
    update().catch((error: unknown) => {
      if (isWorking) log.warn({ err: error }, "changes can't be indexed; the next search will do it");
      isWorking = false;
    });
  const updates = atIntervals(tryUpdate, everyMs);
  return {
    stop() {
      stopped = true;
      return updates.stop();
    },
  };
}
