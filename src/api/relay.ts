import type { Client } from "@temporalio/client";
import type { Logger } from "pino";
import type { Queries } from "../db/database.js";
import { listenTo } from "../db/listener.js";
import { type HandOver, handOverOrder, type OutboxRow } from "./hand-over-order.js";

const pollMs = 2_000;
const batchSize = 50;

// An order waits for the earlier ones of its workflow, so a signal never overtakes the start that it belongs to.
const claim = `
  update outbox set leased_until = now() + interval '30 seconds'
  where id in (
    select o.id from outbox o
    where (o.leased_until is null or o.leased_until < now())
      and not exists (select from outbox e where e.workflow_id = o.workflow_id and e.id < o.id)
    order by o.id limit ${batchSize} for update skip locked)
  returning id, organization_id as "organizationId", workflow_id as "workflowId", workflow_type as "workflowType", signal, input, summary,
    project_id as "projectId", record_id as "recordId"`;
/** What Temporal refuses is tried again after 2 s, then after twice as long each time, up to 5 minutes. */
const putBack = `update outbox set attempts = attempts + 1,
  leased_until = now() + least(interval '5 minutes', interval '2 seconds' * power(2, least(attempts, 8))) where id = any($1)`;

export interface Relay {
  /** Something was ordered just now. */
  kick(): void;
  stop(): Promise<void>;
}

/**
 * Hands orders from the outbox to Temporal: at once after a commit, and by a poll whatever a crash or an outage left. At least once;
 * workflow ids make it exactly once in effect. Any number of processes may relay.
 */
export function startRelay(queries: Queries, client: Client, databaseUrl: string, log: Logger): Relay {
  let stopped = false;
  let reachable = true;
  let wanted = false;
  let running: Promise<void> | null = null;

  const drain = async () => {
    do {
      wanted = false;
      const rows = await queries.query<OutboxRow>(claim);
      if (rows.length === 0) return;
      const outcomes = await Promise.all(rows.map((row) => handOverOrder(client, row)));
      const answered = await settleOrders(queries, rows, outcomes, log);
      if (!answered && reachable)
        log.warn(
          { waiting: rows.length, reason: (outcomes[0] as { reason: string }).reason },
          "Temporal doesn't answer; orders wait in the outbox",
        );
      if (answered && !reachable) log.info("Temporal takes orders again");
      reachable = answered;
      if (!answered) return;
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
  const listener = listenTo("outbox", databaseUrl, kick, log);
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

/**
 * Removes the orders that were taken. The others wait: for the next poll where Temporal answered nothing at all, else each for its
 * own time, so that what comes after them goes on. @returns whether Temporal answered
 */
async function settleOrders(queries: Queries, rows: OutboxRow[], outcomes: HandOver[], log: Logger): Promise<boolean> {
  const left = rows.flatMap((row, i) => {
    const outcome = outcomes[i] as HandOver;
    return outcome.outcome === "taken" ? [] : [{ ...row, ...outcome }];
  });
  const leftIds = left.map(({ id }) => id);
  const taken = rows.filter(({ id }) => !leftIds.includes(id)).map(({ id }) => id);
  if (taken.length > 0) await queries.query("delete from outbox where id = any($1)", [taken]);
  const [first] = left;
  if (!first) return true;
  const answered = outcomes.some(({ outcome }) => outcome !== "unanswered");
  if (answered) {
    await queries.query(putBack, [leftIds]);
    const { workflowId, reason } = left.find(({ outcome }) => outcome === "refused") ?? first;
    log.warn({ refused: left.length, workflowId, reason }, "Temporal didn't take these orders; they are tried again");
  } else await queries.query("update outbox set leased_until = null where id = any($1)", [leftIds]);
  return answered;
}
