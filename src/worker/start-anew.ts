import { setTimeout as wait } from "node:timers/promises";
import { type Client, WorkflowNotFoundError } from "@temporalio/client";
import type { Logger } from "pino";
import { Borrowed } from "../db/borrowed.js";
import type { Database } from "../db/database.js";
import { wantsNewWorkflows } from "../db/installation.js";
import { watchedKinds } from "../db/watched.js";
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
 */
export async function startAnew(database: Database, client: Client, log: Logger): Promise<void> {
  if (!(await wantsNewWorkflows(database))) return;
  const borrowed = await Borrowed.from(database.pool);
  const lock = borrowed.client;
  try {
    while (!(await lock.query(tryLock)).rows[0]?.locked) await wait(1_000);
    if (!(await wantsNewWorkflows(database))) return;
    const ended = await endOpenWorkflows(client);
    await lock.query("delete from outbox where workflow_type = any($1) and signal is null", [types]);
    await startRestoring(client);
    await lock.query("update installation set repair_wanted_at = null");
    log.info({ ended }, "all workflows start anew from the rows");
  } finally {
    // The lock ends with its connection.
    borrowed.isLost = true;
    borrowed.giveBack();
  }
}

/** Starts them anew also while the worker runs, where somebody wants it. Logs once why that fails. */
export function keepStartingAnew(
  database: Database,
  client: Client,
  log: Logger,
  everyMs = lookEveryMs,
): { stop(): Promise<void> } {
  let logged = false;
  let looking: Promise<void> | null = null;
  const look = async () => {
    try {
      await startAnew(database, client, log);
      logged = false;
    } catch (error) {
      if (!logged) log.warn({ err: error }, "workflows can't start anew now; it is tried again");
      logged = true;
    }
  };
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = null;
    });
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}

/** @returns how many workflows were ended */
async function endOpenWorkflows(client: Client): Promise<number> {
  let ended = 0;
  let ending: Promise<void>[] = [];
  for await (const { workflowId, runId } of client.workflow.list({ query: openOnes })) {
    ending.push(end(client, workflowId, runId));
    ended += 1;
    if (ending.length < atATime) continue;
    await Promise.all(ending);
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
