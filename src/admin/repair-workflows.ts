import type { Client } from "@temporalio/client";
import type { Queries } from "../db/database.js";
import { orderWatchers, watchedPages } from "../db/watchers/order-watchers.js";
import { watchedKinds } from "../db/watchers/watched-kinds.js";

export interface Repair {
  /** rows that should be watched */
  watched: number;
  /** of these, rows whose workflow doesn't run */
  missing: number;
  /** of the missing, rows whose start was ordered now; orders for the others were in the outbox already */
  ordered: number;
}

const pageSize = 1_000;

/** Compares the rows that should be watched with the workflows that run, and orders the missing workflows. */
export async function repairWorkflows(queries: Queries, client: Client): Promise<Repair> {
  const running = await runningIds(client);
  const repair: Repair = { watched: 0, missing: 0, ordered: 0 };
  for (const kind of watchedKinds) {
    for await (const rows of watchedPages(queries, kind)) {
      const missing = rows.filter((row) => {
        const ids = [kind.contract.workflowId(row), ...(kind.coveredBy?.(row) ?? [])];
        return !ids.some((id) => running.has(id));
      });
      repair.watched += rows.length;
      repair.missing += missing.length;
      repair.ordered += await orderWatchers(queries, kind, missing);
    }
  }
  return repair;
}

async function runningIds(client: Client): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const { workflowId } of client.workflow.list({ query: 'ExecutionStatus = "Running"', pageSize }))
    ids.add(workflowId);
  return ids;
}
