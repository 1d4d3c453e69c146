import type { Client } from "@temporalio/client";
import type pg from "pg";
import type { Logger } from "pino";
import type { Database, Queries } from "../../db/database.js";
import { isOver } from "../../db/lease.js";
import { listenTo } from "../../db/listener.js";
import { sayOnce } from "../../db/say-once.js";
import { type HandOver, handOverOrder, type OutboxRow } from "./hand-over-order.js";

const pollMs = 2_000;
const batchSize = 50;

const isFree = isOver("o.leased_until");

/**
 * Organizations take turns, so that nobody waits behind one that orders much at once: the next order of each, then the second of each.
 * Candidates are more than a batch, since another relay may just be taking the first ones. An order waits for the earlier orders of its
 * workflow, so a signal never overtakes its start.
 */
const claim = `
  with recursive organization (id) as (
    (select organization_id from outbox order by 1 limit 1)
    union all
    select (select o.organization_id from outbox o where o.organization_id > organization.id order by 1 limit 1)
    from organization where organization.id is not null),
  candidate as (
    select next.id, next.turn from organization, lateral (
      select o.id, row_number() over (order by o.id) as turn from outbox o
      where o.organization_id = organization.id and ${isFree}
        and not exists (select from outbox e where e.workflow_id = o.workflow_id and e.id < o.id)
      order by o.id limit greatest(1, ${4 * batchSize} / (select count(*) from organization))) next)
  update outbox set leased_until = now() + interval '30 seconds'
  where id in (
    select o.id from outbox o join candidate c on c.id = o.id where ${isFree}
    order by c.turn, o.id limit ${batchSize} for update of o skip locked)
  returning id, organization_id as "organizationId", workflow_id as "workflowId", workflow_type as "workflowType", signal, input, summary,
    project_id as "projectId", record_id as "recordId", traceparent`;

/**
 * Takes a batch of orders for 30 s. One that hangs would hold its rows from every other relay, so Postgres gives it up soon, and as soon
 * as this program is gone; a server on Windows can't notice that. The statements are one transaction.
 */
export async function claimOrders(pool: pg.Pool, timeoutMs = 5_000): Promise<OutboxRow[]> {
  const answers = (await pool.query(`set local statement_timeout = ${timeoutMs};
    select set_config('client_connection_check_interval', '1s', true) where version() !~* 'windows|mingw|visual c';
    ${claim}`)) as unknown as pg.QueryResult<OutboxRow>[];
  return answers.at(-1)?.rows ?? [];
}

/** An order that Temporal refuses is tried again after 2 s, then after twice as long each time, up to 5 minutes. */
const putBack = `update outbox set attempts = attempts + 1,
  leased_until = now() + least(interval '5 minutes', interval '2 seconds' * power(2, least(attempts, 8))) where id = any($1)`;

export interface Relay {
  /** Reads the outbox now, after a commit with orders; after a failure, the next poll does. */
  kick(): void;
  stop(): Promise<void>;
}

/**
 * Hands orders from the outbox to Temporal: at once after a commit; a poll finds what a crash or an outage left. Each order is handed
 * over at least once, and workflow ids make repeats harmless. Any number of processes may relay.
 */
export function startRelay(database: Database, client: Client, databaseUrl: string, log: Logger): Relay {
  let stopped = false;
  let reachable = true;
  /** Each by itself: if orders could not be settled, the next claims find none of them, since they stay claimed for half a minute. */
  const claiming = sayOnce(log, {
    fails: "orders can't be claimed; it is tried again",
    isDone: "orders are claimed again",
  });
  const settling = sayOnce(log, {
    fails: "what became of orders can't be recorded; it is tried again",
    isDone: "what became of orders is recorded again",
  });
  let step = claiming;
  /** until the next poll, after a failure: otherwise every commit would try again in vain */
  let rests = false;
  let requested = false;
  let running: Promise<void> | null = null;

  const drain = async () => {
    while (!stopped) {
      requested = false;
      step = claiming;
      const rows = await claimOrders(database.pool);
      claiming.done();
      if (rows.length === 0) return;
      step = settling;
      const outcomes = await Promise.all(rows.map((row) => handOverOrder(client, row)));
      const answered = await settleOrders(database, rows, outcomes, log);
      settling.done();
      if (!answered && reachable)
        log.warn(
          { waiting: rows.length, reason: (outcomes[0] as { reason: string }).reason },
          "Temporal doesn't answer; orders wait in the outbox",
        );
      if (answered && !reachable) log.info("Temporal takes orders again");
      reachable = answered;
      rests = !answered;
      if (rests) return;
    }
  };

  const kick = () => {
    requested = true;
    if (stopped || running || rests) return;
    running = drain()
      .catch((error: unknown) => {
        rests = true;
        step.failed(error);
      })
      .finally(() => {
        running = null;
        if (requested) kick();
      });
  };

  const poll = setInterval(() => {
    rests = false;
    kick();
  }, pollMs);
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
 * Removes the orders that Temporal has taken. If Temporal answered nothing at all, the others wait for the next poll; else each waits
 * its own time, so that it doesn't block later orders.
 * @returns whether Temporal answered
 */
async function settleOrders(queries: Queries, rows: OutboxRow[], outcomes: HandOver[], log: Logger): Promise<boolean> {
  const remaining = rows.flatMap((row, i) => {
    const outcome = outcomes[i] as HandOver;
    return outcome.outcome === "taken" ? [] : [{ ...row, ...outcome }];
  });
  const remainingIds = remaining.map(({ id }) => id);
  const takenIds = rows.map(({ id }) => id).filter((id) => !remainingIds.includes(id));
  if (takenIds.length > 0) await queries.query("delete from outbox where id = any($1)", [takenIds]);
  const [first] = remaining;
  if (!first) return true;
  const answered = outcomes.some(({ outcome }) => outcome !== "unanswered");
  if (answered) {
    await queries.query(putBack, [remainingIds]);
    const { workflowId, reason } = remaining.find(({ outcome }) => outcome === "refused") ?? first;
    const refused = remaining.length;
    log.warn({ refused, workflowId, reason }, "Temporal didn't take these orders; they are tried again");
  } else await queries.query("update outbox set leased_until = null where id = any($1)", [remainingIds]);
  return answered;
}
