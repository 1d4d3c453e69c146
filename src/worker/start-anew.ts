import { setTimeout as wait } from "node:timers/promises";
import { type Client, WorkflowNotFoundError } from "@temporalio/client";
import type { Logger } from "pino";
import { atIntervals } from "../at-intervals.js";
import type { Database } from "../db/database.js";
import { newWorkflowsWantedAt } from "../db/installation.js";
import { Borrowed } from "../db/sending/borrowed.js";
import { watchedKinds } from "../db/watchers/watched-kinds.js";
import { startRestoring } from "./provision-temporal.js";

const types = [...new Set(watchedKinds.map(({ contract }) => contract.type))];
const openOnes = `ExecutionStatus = "Running" and WorkflowType in (${types.map((type) => `"${type}"`).join(", ")})`;
const atATime = 20;
const lookEveryMs = 10_000;
const tryLock = "select pg_try_advisory_lock(hashtext('pratica start anew')) as locked";

/**
 * After the database was restored, or where somebody wants it, starts all workflows anew from its rows. Temporal may know later things than
 * the database: such a workflow would wait for what has happened already by its history, and not by the rows. So the open ones are ended,
 * and their starts that wait in the outbox, which Temporal would refuse as done, are left to the watchers' orders. One worker does this;
 * others wait.
 * @throws AbortError once `signal` is aborted; it is done all over by whoever comes next
 */
export async function startAnew(database: Database, client: Client, log: Logger, signal: AbortSignal): Promise<void> {
  if (!(await newWorkflowsWantedAt(database))) return;
  const borrowed = await Borrowed.from(database.pool);
  const lock = borrowed.client;
  try {
    while (!(await lock.query(tryLock)).rows[0]?.locked) await wait(1_000, undefined, { signal });
    const wantedAt = await newWorkflowsWantedAt(database);
    if (!wantedAt) return;
    const ended = await endOpenWorkflows(client, signal);
    await lock.query("delete from outbox where workflow_type = any($1) and signal is null", [types]);
    await startRestoring(client);
    // Not if somebody has asked for it again meanwhile: some workflows had started by then.
    await lock.query("update installation set repair_wanted_at = null where repair_wanted_at = $1", [wantedAt]);
    log.info({ ended }, "all workflows start anew from the rows");
  } finally {
    // The lock ends with its connection.
    borrowed.isLost = true;
    borrowed.giveBack();
  }
}

/** Starts them again while the worker runs too, if somebody asks for it. Logs once why that fails. */
export function keepStartingAnew(
  database: Database,
  client: Client,
  log: Logger,
  everyMs = lookEveryMs,
): { stop(): Promise<void> } {
  let logged = false;
  const stopping = new AbortController();
  const look = async () => {
    try {
      await startAnew(database, client, log, stopping.signal);
      logged = false;
    } catch (error) {
      if (stopping.signal.aborted) return;
      if (!logged) log.warn({ err: error }, "workflows can't start anew now; it is tried again");
      logged = true;
    }
  };
  const looks = atIntervals(look, everyMs);
  return {
    stop() {
      stopping.abort();
      return looks.stop();
    },
  };
}

/** @returns how many workflows were ended */
async function endOpenWorkflows(client: Client, signal: AbortSignal): Promise<number> {
  let ended = 0;
  let ending: Promise<void>[] = [];
  for await (const { workflowId, runId } of client.workflow.list({ query: openOnes })) {
    ending.push(end(client, workflowId, runId));
    ended += 1;
    if (ending.length < atATime) continue;
    await Promise.all(ending);
    signal.throwIfAborted();
    ending = [];
  }
  await Promise.all(ending);
  return ended;
}

async function end(client: Client, workflowId: string, runId: string): Promise<void> {
  try {
    await client.workflow.getHandle(workflowId, runId).terminate("all workflows start anew");
  } catch (error) {
    // It has ended by itself meanwhile.
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
