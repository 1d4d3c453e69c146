// npm run bench:timers [-- --pending 100000 --inside 1000 --due 1000]: what future dates cost, and how late the notices are when many
// dates fall due at the same moment. The product runs as `npm start` runs it, with a Temporal that keeps its state in memory. The ratios
// compare it with Temporal and the mail server without the product, in the same run. It ends by itself after a few minutes.
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { bareMails, bareTimers } from "./timers/bare.mjs";
import { inParallel, load, median, processorSeconds, residentBytes, spread } from "./timers/figures.mjs";
import { startParts } from "./timers/parts.mjs";
import { dist } from "./timers/temporal.mjs";

const { values: options } = parseArgs({
  options: {
    pending: { type: "string", default: "100000" },
    inside: { type: "string", default: "1000" },
    due: { type: "string", default: "1000" },
  },
});
const [pendingCount, insideCount, dueCount] = [options.pending, options.inside, options.due].map(Number);
const longestWaitMs = 240_000;
const parallelHandOvers = 4;
let startsPerSecond = 0;

const say = (line) => process.stdout.write(`${line}\n`);
const parts = await startParts();
const { Database } = await dist("db/database.js");
const { createSweepActivities } = await dist("activities/sweep.js");
const { organizationId, userId, databaseUrl, pids } = parts;
const db = new pg.Pool({ connectionString: databaseUrl, max: 4 });
let database;
let sweepActivities;
/** The single value that a query returns. */
const scalar = async (text, values) => Object.values((await db.query(text, values)).rows[0])[0];

/** Inserts rows as the API writes them, but straight into the table. */
function insertReminders(count, days) {
  return db.query(
    `insert into reminder (organization_id, id, created_at, updated_at, title, due_at, kind, status, created_by)
     select $1, uuidv7(), now(), now(), 'Scadenza della pratica n. ' || n, now() + make_interval(days => $3) + n * interval '1 second', 'generic', 'pending', $2
     from generate_series(1, $4::int) n`,
    [organizationId, userId, days, count],
  );
}

async function pending() {
  const size = () => scalar("select pg_total_relation_size('reminder')::float8");
  const before = await size();
  const began = performance.now();
  await insertReminders(pendingCount, 400);
  const seconds = (performance.now() - began) / 1000;
  const bytes = (await size()) - before;
  const sweepIndexBytes = await scalar("select pg_relation_size('reminder_unwatched')::float8");
  await db.query("vacuum analyze reminder");
  say(
    `${pendingCount} dates beyond the horizon: ${Math.round(bytes / pendingCount)} bytes each with all indexes, of which ${Math.round(sweepIndexBytes / pendingCount)} in the sweep's own; written in ${seconds.toFixed(1)} s (${load()})`,
  );
  const sweeps = [];
  for (let i = 0; i < 7; i++) sweeps.push((await sweep()).ms);
  say(`a sweep that finds nothing: ${median(sweeps).toFixed(1)} ms`);
}

/** Does what the schedule starts each hour. */
async function sweep() {
  const began = performance.now();
  const { ordered } = await sweepActivities.orderWatchers();
  return { ordered, ms: performance.now() - began };
}

const outboxIsEmpty = async () => !(await scalar("select exists (select from outbox)"));

async function until(what, check) {
  for (const end = Date.now() + longestWaitMs; Date.now() < end; await wait(50)) if (await check()) return;
  throw new Error(`${what}: not within ${longestWaitMs / 1000} s`);
}

async function inside() {
  const residentBefore = residentBytes(pids.Temporal);
  await insertReminders(insideCount, 20);
  const { ordered, ms } = await sweep();
  const began = performance.now();
  await until("hand-over of the orders", outboxIsEmpty);
  const seconds = (performance.now() - began) / 1000;
  await wait(5_000);
  const grownBytes = residentBytes(pids.Temporal) - residentBefore;
  startsPerSecond = ordered / seconds;
  say(
    `a sweep that orders ${ordered} watchers: ${Math.round(ms)} ms; Temporal took them at ${Math.round(startsPerSecond)}/s (${load()})`,
  );
  say(`Temporal's memory for each open workflow: ${Math.round(grownBytes / ordered / 1000)} kB`);
}

async function createReminder(n, dueAt) {
  const answer = await fetch(`${parts.baseUrl}/api/rest/actions/create_reminder`, {
    method: "POST",
    headers: { authorization: `Bearer ${parts.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ title: `Scadenza ${n}`, dueAt, kind: "generic" }),
  });
  if (!answer.ok) throw new Error(`create_reminder: ${answer.status} ${await answer.text()}`);
}

async function due() {
  const numbers = Array.from({ length: dueCount }, (_, n) => n);
  // Enough time for all workflows to be waiting when their moment comes.
  const leadMs = 15_000 + (1_500 * dueCount) / startsPerSecond;
  const dueAt = Date.now() + leadMs;
  await inParallel(8, numbers, (n) => createReminder(n, new Date(dueAt).toISOString()));
  await until("hand-over of the orders", outboxIsEmpty);
  await wait(3_000);
  if (Date.now() > dueAt)
    throw new Error("The workflows weren't waiting yet when their dates came: this machine is too busy.");
  await wait(dueAt - Date.now());
  const before = Object.entries(pids).map(([name, pid]) => [name, pid, processorSeconds(pid)]);
  const mails = () => [...parts.mail.accepted].filter(([subject]) => /Scadenza \d+/.test(subject));
  const end = Date.now() + longestWaitMs;
  while (mails().length < dueCount && Date.now() < end) await wait(50);
  const used = before.map(
    ([name, pid, seconds]) => `${name} ${((1000 * (processorSeconds(pid) - seconds)) / dueCount).toFixed(0)}`,
  );
  const lateMs = mails().map(([, at]) => at - dueAt);
  const { rows } = await db.query(
    "select extract(epoch from fired_at) * 1000 - $1::float8 as late from reminder where fired_at is not null",
    [dueAt],
  );
  say(
    `${rows.length} reminders due in one moment: due after ${spread(rows.map(({ late }) => Number(late)))} (${load()})`,
  );
  say(`${mails().length} notices: mail taken after ${spread(lateMs)}; goal 120 s`);
  say(`processor ms for each: ${used.join(", ")}`);

  const bareCount = Math.min(dueCount, 200);
  const bare = await bareTimers(parts.temporalAddress, bareCount, 5_000 + (1_500 * bareCount) / startsPerSecond);
  say(`bare Temporal, ${bareCount} timers with one activity each: after ${spread(bare)} (${load()})`);
  const bareMailsPerSecond = await bareMails(parts.mail.url, bareCount, parallelHandOvers);
  say(`bare mail server: ${Math.round(bareMailsPerSecond)} mails/s, ${parallelHandOvers} at a time`);
  const perSecond = (delays) => (1000 * delays.length) / Math.max(...delays);
  say(`notices at ${(perSecond(lateMs) / perSecond(bare)).toFixed(2)} of the rate of bare timers`);
}

try {
  database = await Database.open(databaseUrl, 1);
  sweepActivities = createSweepActivities({ config: {}, database, log: { info() {} } });
  await pending();
  await inside();
  await due();
} finally {
  await database?.close();
  await db.end();
  await parts.stop();
}
