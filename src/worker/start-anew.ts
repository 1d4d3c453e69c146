import { setTimeout as wait } from "node:timers/promises";
import { type Client, WorkflowNotFoundError } from "@temporalio/client";
import type { Logger } from "pino";
import { Borrowed } from "../db/borrowed.js";
import type { Database } from "../db/database.js";
import { watchedKinds } from "../db/watched.js";
import { startRestoring } from "./provision-temporal.js";

const types = [...new Set(watchedKinds.map(({ contract }) => `"${contract.type}"`))].join(", ");
const openOnes = `ExecutionStatus = "Running" and WorkflowType in (${types})`;
const atATime = 20;
const tryLock = "select pg_try_advisory_lock(hashtext('pratica start anew')) as locked";

/**
 * After the database was restored, starts all workflows anew from its rows. Temporal may know later things than the database: such a
 * workflow would wait for what has happened already by its history, and not by the rows. So the open ones are ended, and starts that
 * wait in the outbox, which Temporal would refuse as done, are left to the watchers' orders. One worker does this; others wait.
 */
export async function startAnewAfterRestore(database: Database, client: Client, log: Logger): Promise<void> {
  const borrowed = await Borrowed.from(database.pool);
  const lock = borrowed.client;
  try {
    while (!(await lock.query(tryLock)).rows[0]?.locked) await wait(1_000);
    const { rows } = await lock.query("select restored_at from installation where repair_wanted_at is not null");
    if (rows.length === 0) return;
    const ended = await endOpenWorkflows(client);
    await lock.query("delete from outbox where workflow_type is not null and signal is null");
    await startRestoring(client);
    await lock.query("update installation set repair_wanted_at = null");
    log.info({ ended }, "The database was restored: all workflows start anew from its rows");
  } finally {
    // The lock ends with its connection.
    borrowed.isLost = true;
    borrowed.giveBack();
  }
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
    await client.workflow.getHandle(workflowId, runId).terminate("the database was restored");
  } catch (error) {
    // It has ended by itself meanwhile.
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
