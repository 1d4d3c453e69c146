import type { Client } from "@temporalio/client";
import type pg from "pg";
import {
  horizonEnd,
  listWatched,
  orderListed,
  type WatchedKind,
  type WatchedRow,
  watchedKinds,
} from "../db/watched.js";

export interface Repair {
  /** rows that should be watched */
  watched: number;
  /** those of them whose workflow doesn't run */
  missing: number;
  /** those whose start was ordered now; the others were waiting for Temporal already */
  ordered: number;
}

const page = 1_000;
const firstId = "00000000-0000-0000-0000-000000000000";

/** Compares the rows that should be watched with the workflows that run, and orders what is missing. */
export async function repairWorkflows(pool: pg.Pool, client: Client): Promise<Repair> {
  const running = await runningIds(client);
  const repair: Repair = { watched: 0, missing: 0, ordered: 0 };
  for (const kind of watchedKinds) {
    for await (const rows of pages(pool, kind)) {
      const missing = rows.filter(
        ({ workflow_id: id, covered_by: others }) =>
          !running.has(id) && !others.some((other) => other !== null && running.has(other)),
      );
      repair.watched += rows.length;
      repair.missing += missing.length;
      if (missing.length > 0)
        repair.ordered += (await pool.query(orderListed, [JSON.stringify(missing)])).rowCount ?? 0;
    }
  }
  return repair;
}

async function runningIds(client: Client): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const { workflowId } of client.workflow.list({ query: 'ExecutionStatus = "Running"', pageSize: page }))
    ids.add(workflowId);
  return ids;
}

async function* pages(pool: pg.Pool, kind: WatchedKind): AsyncGenerator<WatchedRow[]> {
  let last = { organization_id: firstId, id: firstId };
  for (;;) {
    const { rows } = await pool.query<WatchedRow>(listWatched(kind), [
      horizonEnd(),
      last.organization_id,
      last.id,
      page,
    ]);
    yield rows;
    if (rows.length < page) return;
    last = rows.at(-1) as WatchedRow;
  }
}
