import Router from "@koa/router";
import type { Context, Next } from "koa";
import type { Logger } from "pino";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { actionsByName } from "../actions/index.js";
import { programVersion } from "../config.js";
import type { Database, Queries } from "../db/database.js";
import { failedMessage } from "../db/failed-messages.js";
import { isOver } from "../db/lease.js";
import { pendingSince } from "../db/pending-reminders.js";
import { lastSeen } from "../db/state.js";
import { tryWrite } from "../db/write-probe.js";
import { logAccess } from "./access-log.js";
import { impatient } from "./health.js";

const actionPath = "/api/rest/actions/";
const registry = new Registry();
collectDefaultMetrics({ register: registry });
const requestSeconds = new Histogram({
  name: "pratica_http_request_seconds",
  help: "Time to answer a request, by route and status",
  labelNames: ["route", "status"],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
});
const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
/** The gauges that count rows, by the columns of the query in `countRows`. */
const rowGauges = {
  waiting: gauge("pratica_outbox_waiting", "Orders that Temporal has not taken yet"),
  lag: gauge("pratica_outbox_lag_seconds", "Age of the oldest order that Temporal has not taken yet"),
  refused: gauge("pratica_outbox_refused", "Orders that Temporal has refused at least once"),
  queued: gauge("pratica_messages_queued", "Messages not handed over yet"),
  oldestQueued: gauge("pratica_messages_oldest_queued_seconds", "Age of the oldest message not handed over yet"),
  workerSeen: gauge(
    "pratica_worker_seconds_since_seen",
    "Seconds since a worker last said that it lives (it does every 10 s); -1: none ever did",
  ),
  failed: gauge(
    "pratica_messages_failed",
    "Messages that failed for good in the last 24 hours, without withdrawn ones",
  ),
  due: gauge("pratica_reminders_due", "Reminders that have fired and are not done"),
  overdue: gauge("pratica_reminders_overdue", "Reminders still pending a day after their moment"),
  running: gauge("pratica_deadlines_running", "Decision deadlines of submissions whose clock runs"),
  deadlinesOverdue: gauge(
    "pratica_deadlines_overdue",
    "Decision deadlines that passed with no outcome, still without one",
  ),
  lateBy: gauge("pratica_reminders_late_seconds", "How long ago the oldest reminder that has not fired was due"),
  deadlinesLate: gauge("pratica_deadlines_late", "Clocks still running two days after their deadline"),
  mailboxes: gauge("pratica_mailboxes_read", "Mailboxes that a worker reads"),
  mailboxesFailing: gauge("pratica_mailboxes_failing", "Mailboxes that can't be read now"),
  mailboxLag: gauge(
    "pratica_mailboxes_oldest_reading_seconds",
    "Seconds since the last reading of the mailbox that has been waiting longest; one is read every 45 s",
  ),
};

const connections = new Gauge({
  name: "pratica_database_connections",
  help: "Connections of the API's pool to Postgres, by what they do: used or idle",
  labelNames: ["state"],
  registers: [registry],
});
const writable = gauge(
  "pratica_database_writable",
  "1 if Postgres could write just now; 0 if not, as on a full disk or without an answer",
);
const mostConnections = gauge("pratica_database_connections_max", "The most connections that the API's pool opens");
const waitingForConnection = gauge("pratica_database_waiting", "Requests that wait for a connection of the pool");

new Gauge({
  name: "pratica_build_info",
  help: "Always 1; the version of the program that runs",
  labelNames: ["version"],
  registers: [registry],
}).set({ version: programVersion() }, 1);

interface Answered {
  status: number;
  params?: Record<string, string>;
  /** the router's own pattern */
  _matchedRoute?: unknown;
}

/**
 * What a request is counted under. Only actions and routes that exist, and classes of statuses: whoever sends requests chooses nothing of
 * it, so the metrics stay as long as the product is large.
 */
export function labelsOf(ctx: Answered): { route: string; status: string } {
  const operation = ctx.params?.operation as string | undefined;
  const route =
    operation === undefined ? ctx._matchedRoute : actionsByName.has(operation) && `${actionPath}${operation}`;
  return { route: String(route || "unknown"), status: `${Math.trunc(ctx.status / 100)}xx` };
}

/** Measures how long each request takes until its answer is ready, for the metrics and for the log of requests. */
export const measureRequests =
  (accessLog: Logger) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const began = performance.now();
    try {
      await next();
    } finally {
      const ms = performance.now() - began;
      const labels = labelsOf(ctx);
      requestSeconds.observe(labels, ms / 1_000);
      logAccess(accessLog, ctx, labels.route, ms);
    }
  };

/** `/metrics`: at the API's own port, or alone at another. */
export function metricsRouter(database: Database): Router {
  const router = new Router();
  router.get("/metrics", async (ctx) => {
    const { contentType, text } = await metricsText(database);
    ctx.set("Content-Type", contentType);
    ctx.body = text;
  });
  return router;
}

/**
 * The metrics in Prometheus' text format. Those that count rows are queried at each scrape, and left out where Postgres doesn't answer:
 * the others, and the alerts about them, are wanted most then.
 */
async function metricsText(database: Database): Promise<{ contentType: string; text: string }> {
  // First, since the queries themselves need connections.
  observePool(database.pool);
  // Both at once, so that they have given up before the scrape does, after 10 s.
  const written = tryWrite(database.pool);
  const counts = await countRows(impatient(database)).catch(async (error: unknown) => {
    if ((await written) === "ok") throw error;
    return null;
  });
  writable.set((await written) === "ok" ? 1 : 0);
  for (const [column, rowGauge] of Object.entries(rowGauges))
    if (counts) rowGauge.set(counts[column] ?? 0);
    else rowGauge.remove();
  return { contentType: registry.contentType, text: await registry.metrics() };
}

/** What the gauges of rows show, by their names in `rowGauges`. */
async function countRows(queries: Queries): Promise<Record<string, number>> {
  const [now = {}] = await queries.query<Record<string, number>>(`
    select (select count(*) from outbox) as waiting,
      (select coalesce(extract(epoch from now() - min(created_at)), 0)::float from outbox) as lag,
      (select count(*) from outbox where attempts > 0) as refused,
      (select count(*) from message where status = 'queued' and handed_over_at is null) as queued,
      (select coalesce(extract(epoch from now() - min(created_at)), 0)::float from message
        where status = 'queued' and handed_over_at is null) as "oldestQueued",
      (select coalesce(extract(epoch from now() - (${lastSeen})), -1)::float) as "workerSeen",
      (select count(*) from message where ${failedMessage} and updated_at > now() - interval '24 hours') as failed,
      (select count(*) from reminder where status = 'due') as due,
      late.*,
      (select count(*) from submission where clock_state = 'running') as running,
      (select count(*) from submission where clock_state = 'overdue') as "deadlinesOverdue",
      (select count(*) from submission where clock_state = 'running' and decision_deadline < now() - interval '2 days') as "deadlinesLate",
      mailbox.*
    from (
      select count(*) filter (where due_at < now() - interval '24 hours') as overdue,
        coalesce(extract(epoch from now() - min(due_at)), 0)::float as "lateBy"
      from (${pendingSince("now()")}) r where not exists (
        select from submission s where s.organization_id = r.organization_id and s.id = r.submission_id and s.clock_state = 'suspended')
    ) late, (
      select count(*) filter (where not ${isOver("r.held_until")} and r.error is null) as mailboxes,
        count(*) filter (where r.error is not null) as "mailboxesFailing",
        coalesce(extract(epoch from now() - min(r.read_at) filter (where r.channel <> 'sms')), 0)::float as "mailboxLag"
      from mailbox_reading r join mail_channel c on c.organization_id = r.organization_id and c.channel = r.channel
      where r.held_until is distinct from '-infinity' -- the settings name none any more
    ) mailbox`);
  return now;
}

function observePool({ totalCount, idleCount, waitingCount, options }: Database["pool"]): void {
  connections.set({ state: "used" }, totalCount - idleCount);
  connections.set({ state: "idle" }, idleCount);
  mostConnections.set(options.max);
  waitingForConnection.set(waitingCount);
}
