import type { Client as TemporalClient } from "@temporalio/client";
import type pg from "pg";
import type { Queries } from "../../src/db/database.js";
import { watchedPages } from "../../src/db/watchers/order-watchers.js";
import { watchedKinds } from "../../src/db/watchers/watched-kinds.js";
import type { ReceivedMail } from "../support/smtp.js";
import type { Expected } from "./stream.js";

/**
 * What still has to happen by itself: orders not handed over, messages not sent, dates that weren't told. Those of the next minute too: a
 * follow-up's begins anew with the hand-over of its mail.
 */
export async function underWay(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query(`select
    (select count(*)::int from outbox) as orders,
    (select count(*)::int from message where status = 'queued') as messages,
    (select count(*)::int from reminder r where status = 'pending' and due_at < now() + interval '1 minute' and not exists (
      select from submission s where s.id = r.submission_id and s.clock_state = 'suspended')) as reminders,
    (select count(*)::int from submission where clock_state = 'running' and decision_deadline < now() + interval '1 minute') as submissions,
    (select count(*)::int from project where decision_deadline < now() + interval '1 minute' and deadline_settled_at is null) as projects`);
  return rows[0];
}

/** Where the database, in the end, is not as it was answered that it would be. */
export async function faultsOf(pool: pg.Pool, { table, id, row, notices, tasks }: Expected): Promise<string[]> {
  const faults: string[] = [];
  const found = (await pool.query(`select * from ${table} where id = $1`, [id])).rows[0];
  if (row === null && found) faults.push(`${table} ${id} is still there`);
  if (row !== null && !found) faults.push(`${table} ${id} is gone`);
  for (const [column, values] of Object.entries(row ?? {}))
    if (found && !values.includes(found[column]))
      faults.push(`${table} ${id}: ${column} is ${found[column]}, not ${values.join(" or ")}`);
  const written = await pool.query<{ notice: string }>(
    "select notice from message where (reminder_id = $1 or about_id = $1) and notice is not null order by notice",
    [id],
  );
  const told = written.rows.map(({ notice }) => notice);
  if (notices && told.join() !== [...notices].sort().join())
    faults.push(`${table} ${id}: told ${told.join() || "nothing"}, not ${notices.join() || "nothing"}`);
  if (new Set(told).size !== told.length) faults.push(`${table} ${id}: told twice: ${told.join()}`);
  if (tasks) {
    const { rowCount } = await pool.query("select from task where project_id = $1", [tasks.projectId]);
    if (rowCount !== tasks.count) faults.push(`${table} ${id}: ${rowCount} tasks, not ${tasks.count}`);
  }
  return faults;
}

/** Where the workflows that run are not those that the rows call for. */
export async function watchingFaults(pool: pg.Pool, temporal: TemporalClient): Promise<string[]> {
  const running = new Set<string>();
  for await (const { workflowId, type } of temporal.workflow.list({ query: 'ExecutionStatus = "Running"' }))
    if (type !== "sweep") running.add(workflowId);
  const called = new Set<string>();
  const queries: Queries = { query: async (text, values) => (await pool.query(text, values)).rows };
  for (const kind of watchedKinds) {
    for await (const rows of watchedPages(queries, kind))
      for (const row of rows) called.add(kind.contract.workflowId(row));
  }
  // These wait for news of their clock; nothing is lost where none runs.
  const { rows: resting } = await pool.query<{ id: string }>(
    `select r.id from reminder r join submission s on s.organization_id = r.organization_id and s.id = r.submission_id
     where r.status = 'suspended' and s.clock_state = 'suspended'`,
  );
  const mayRun = new Set([...called, ...resting.map(({ id }) => `watch-reminder:${id}`)]);
  const missing = [...called].filter((id) => !running.has(id));
  return [
    ...(await Promise.all(missing.map(async (id) => `${id} should run: ${await stateOf(temporal, id)}`))),
    ...[...running].filter((id) => !mayRun.has(id)).map((id) => `${id} should have ended`),
  ];
}

/** What Temporal itself says of a run that its list of running ones doesn't name. */
async function stateOf(temporal: TemporalClient, workflowId: string): Promise<string> {
  const handle = temporal.workflow.getHandle(workflowId);
  try {
    const { status, historyLength } = await handle.describe();
    const { events } = await handle.fetchHistory();
    return `${status.name} after ${historyLength} events, the last of them ${events?.at(-1)?.eventType}`;
  } catch (error) {
    return String(error);
  }
}

/** How Temporal tells a run that was about to end of a signal that came meanwhile. */
const newsWhileEnding = "UnhandledCommand";

/** Runs that came to grief, and attempts to run the workflows' code that failed. */
export async function failedRuns(temporal: TemporalClient): Promise<string[]> {
  const faults: string[] = [];
  for await (const { workflowId, runId, status } of temporal.workflow.list()) {
    if (!["RUNNING", "COMPLETED", "CONTINUED_AS_NEW"].includes(status.name))
      faults.push(`${workflowId}: ${status.name}`);
    const { events } = await temporal.workflow.getHandle(workflowId, runId).fetchHistory();
    for (const { workflowTaskFailedEventAttributes: failed } of events ?? [])
      if (failed && failed.failure?.message !== newsWhileEnding)
        faults.push(`${workflowId}: a workflow task failed: ${failed.failure?.message}`);
  }
  return faults;
}

/** How a message reads that was withdrawn while the outcome of an attempt wasn't known: it is not repeated to find out. */
const mayHaveGone = /^not sent again: .+; whether it arrived before isn't known$/;

/**
 * Where what arrived is not what the database says became of it: sent, or withdrawn by a person before the hand-over that a kill cut
 * off could be repeated.
 * @returns faults, how many mails arrived twice, and how many arrived that were withdrawn so
 */
export async function mailFaults(
  pool: pg.Pool,
  mails: ReceivedMail[],
): Promise<{ faults: string[]; twice: number; withdrawn: number }> {
  const arrived = new Map<string, number>();
  for (const { messageId } of mails) arrived.set(messageId, (arrived.get(messageId) ?? 0) + 1);
  const { rows } = await pool.query<{ header: string; status: string; error: string | null }>(
    "select message_id_header as header, status, error from message where direction = 'outgoing'",
  );
  const ends = new Map(rows.map(({ header, status, error }) => [header, `${status} (${error})`]));
  const perhaps = new Set(
    rows
      .filter(({ status, error }) => status === "uncertain" && mayHaveGone.test(error ?? ""))
      .map(({ header }) => header),
  );
  const sent = new Set(rows.filter(({ status }) => status === "sent").map(({ header }) => header));
  const faults = [
    ...[...sent].filter((header) => !arrived.has(header)).map((header) => `${header} was sent and never arrived`),
    ...[...arrived.keys()]
      .filter((header) => !sent.has(header) && !perhaps.has(header))
      .map((header) => `${header} arrived, and its message is ${ends.get(header) ?? "gone"}`),
    ...[...arrived].filter(([, count]) => count > 2).map(([header, count]) => `${header} arrived ${count} times`),
  ];
  const twice = [...arrived.values()].filter((count) => count > 1).length;
  return { faults, twice, withdrawn: [...arrived.keys()].filter((header) => perhaps.has(header)).length };
}
