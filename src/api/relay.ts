import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from "@temporalio/client";
import { TypedSearchAttributes } from "@temporalio/common";
import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import { poolOf } from "../db/data-source.js";
import { searchAttributes } from "../workflows/search-attributes.js";
import { mainQueue } from "../workflows/task-queues.js";
import { listenToOutbox } from "./outbox-listener.js";

interface OutboxRow {
  id: number;
  organizationId: string;
  workflowId: string;
  workflowType: string | null;
  signal: string | null;
  input: Record<string, unknown> | null;
  summary: string | null;
  projectId: string | null;
  recordId: string | null;
}

const pollMs = 2_000;
const callTimeoutMs = 10_000;
const batchSize = 50;

// An order waits for the earlier ones of its workflow, so a signal never overtakes the start that it belongs to.
const claim = `
  update outbox set leased_until = now() + interval '30 seconds', attempts = attempts + 1
  where id in (
    select o.id from outbox o
    where (o.leased_until is null or o.leased_until < now())
      and not exists (select from outbox e where e.workflow_id = o.workflow_id and e.id < o.id)
    order by o.id limit ${batchSize} for update skip locked)
  returning id, organization_id as "organizationId", workflow_id as "workflowId", workflow_type as "workflowType", signal, input, summary,
    project_id as "projectId", record_id as "recordId"`;

export interface Relay {
  /** Something was ordered just now. */
  kick(): void;
  stop(): Promise<void>;
}

/**
 * Hands orders from the outbox to Temporal: at once after a commit, and by a poll whatever a crash or an outage left. At least once;
 * workflow ids make it exactly once in effect. Any number of processes may relay.
 */
export function startRelay(dataSource: DataSource, client: Client, databaseUrl: string, log: Logger): Relay {
  let stopped = false;
  let reachable = true;
  let wanted = false;
  let running: Promise<void> | null = null;

  const drain = async () => {
    do {
      wanted = false;
      const { rows } = await poolOf(dataSource).query<OutboxRow>(claim);
      if (rows.length === 0) return;
      const outcomes = await Promise.all(rows.sort((a, b) => a.id - b.id).map((row) => handOver(client, row)));
      const done = rows.filter((_, i) => outcomes[i] === null).map((row) => row.id);
      const failed = outcomes.find((outcome) => outcome !== null);
      if (done.length > 0) await poolOf(dataSource).query("delete from outbox where id = any($1)", [done]);
      if (failed) {
        // What could not be handed over is free for the next poll, not only when its lease is over.
        await poolOf(dataSource).query(
          "update outbox set leased_until = now() + interval '2 seconds' where id = any($1)",
          [rows.map((r) => r.id)],
        );
        if (reachable)
          log.warn(
            { err: failed, waiting: rows.length - done.length },
            "Temporal didn't take these orders; they wait in the outbox",
          );
        reachable = false;
        // Where it took others of the same batch, it is only these: what comes after them goes on.
        if (done.length === 0) return;
        wanted = true;
        continue;
      }
      if (!reachable) log.info("Temporal takes orders again");
      reachable = true;
      wanted = true;
    } while (wanted && !stopped);
  };

  const kick = () => {
    wanted = true;
    if (stopped || running) return;
    running = drain()
      .catch((error: unknown) => log.warn({ err: error }, "the outbox can't be read"))
      .finally(() => {
        running = null;
        if (wanted && reachable) kick();
      });
  };

  const poll = setInterval(kick, pollMs);
  const listener = listenToOutbox(databaseUrl, kick, log);
  return {
    kick,
    async stop() {
      stopped = true;
      clearInterval(poll);
      await listener.stop();
      await running;
    },
  };
}

/** null when it is done, else why not */
async function handOver(client: Client, row: OutboxRow): Promise<unknown> {
  try {
    await client.connection.withDeadline(Date.now() + callTimeoutMs, () =>
      row.workflowType ? start(client, row, row.workflowType) : signal(client, row, row.signal ?? ""),
    );
    return null;
  } catch (error) {
    return error;
  }
}

async function start(client: Client, row: OutboxRow, workflowType: string): Promise<void> {
  const pairs = [
    { key: searchAttributes.organization, value: row.organizationId },
    ...(row.projectId ? [{ key: searchAttributes.project, value: row.projectId }] : []),
    ...(row.recordId ? [{ key: searchAttributes.record, value: row.recordId }] : []),
  ];
  const options = {
    workflowId: row.workflowId,
    taskQueue: mainQueue,
    args: [row.input],
    typedSearchAttributes: new TypedSearchAttributes(pairs),
    ...(row.summary ? { staticSummary: row.summary } : {}),
  };
  if (row.signal) {
    // In one step, so that a watcher that is just ending can't miss it.
    await client.workflow.signalWithStart(workflowType, {
      ...options,
      workflowIdReusePolicy: "ALLOW_DUPLICATE",
      signal: row.signal,
      signalArgs: [],
    });
    return;
  }
  try {
    await client.workflow.start(workflowType, { ...options, workflowIdReusePolicy: "REJECT_DUPLICATE" });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

async function signal(client: Client, row: OutboxRow, name: string): Promise<void> {
  try {
    await client.workflow.getHandle(row.workflowId).signal(name);
  } catch (error) {
    // It has ended: there is no one left to tell.
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
