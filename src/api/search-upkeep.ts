import type { Logger } from "pino";
import type { Queries } from "../db/database.js";
import { refreshSearch, searchBacklog } from "../db/search/backlog.js";

/** So many changes are taken up even while more come. */
const mostWaiting = 50_000;

/**
 * Takes up what was changed, so that not even the first search after thousands of changes has to wait: once an organization has made no
 * further change for `everyMs`, since while a bulk is being written the database has better things to do.
 */
export function keepSearchCurrent(queries: Queries, log: Logger, everyMs = 5_000): { stop(): Promise<void> } {
  let before: ReadonlyMap<string, number> = new Map();
  let works = true;
  let running: Promise<void> | null = null;
  let stopped = false;

  const look = async () => {
    const waiting = await searchBacklog(queries);
    for (const [organizationId, changes] of waiting) {
      if (stopped) return;
      if (changes === before.get(organizationId) || changes > mostWaiting) await refreshSearch(queries, organizationId);
    }
    before = waiting;
    works = true;
  };
  const timer = setInterval(() => {
    running ??= look()
      .catch((error: unknown) => {
        if (works) log.warn({ err: error }, "changes wait for a search");
        works = false;
      })
      .finally(() => {
        running = null;
      });
  }, everyMs);
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
