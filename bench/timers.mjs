// npm run bench:timers [-- --pending 100000 --inside 1000 --due 1000]: what future dates cost, and how late the notices are when many
// dates fall due at the same moment. The product runs as `npm start` runs it, with a Temporal that keeps its state in memory. The ratios
// compare it with Temporal and the mail server without the product, in the same run. It ends by itself after a few minutes.
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { build } from "../scripts/build.mjs";
import { inParallel, load, median, processorSeconds, residentBytes, say, spread } from "./figures.mjs";
import { startMailServer } from "./mail-server.mjs";
import { createStage } from "./stage.mjs";
import { dist } from "./temporal.mjs";
import { bareMails, bareTimers } from "./timers/bare.mjs";

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

const stage = createStage({ port: Number(process.env.BENCH_PORT ?? 3900), say });
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stage.end().finally(() => process.exit(1)));

/** Inserts rows as the API writes them, but straight into the table. */
function insertReminders({ organizationId, userId, query }, count, days) {
  return query(
    `insert into reminder (organization_id, id, created_at, updated_at, title, due_at, kind, status, created_by)
     select $1, uuidv7(), now(), now(), 'Scadenza della pratica n. ' || n, now() + make_interval(days => $3) + n * interval '1 second', 'generic', 'pending', $2
     from generate_series(1, $4::int) n`,
    [organizationId, userId, days, count],
  );
}

async function pending(product, sweep) {
  const scalar = async (text) => Object.values((await product.query(text)).rows[0])[0];
  const size = () => scalar("select pg_total_relation_size('reminder')::float8");
  const before = await size();
  const began = performance.now();
  await insertReminders(product, pendingCount, 400);
  const seconds = (performance.now() - began) / 1000;
  const bytes = (await size()) - before;
  const sweepIndexBytes = await scalar("select pg_relation_size('reminder_unwatched')::float8");
  await product.query("vacuum analyze reminder");
  say(
    `${pendingCount} dates beyond the horizon: ${Math.round(bytes / pendingCount)} bytes each with all indexes, of which ${Math.round(sweepIndexBytes / pendingCount)} in the sweep's own; written in ${seconds.toFixed(1)} s (${load()})`,
  );
  const sweeps = [];
  for (let i = 0; i < 7; i++) sweeps.push((await sweep()).ms);
  say(`a sweep that finds nothing: ${median(sweeps).toFixed(1)} ms`);
}

/** Waits until what was ordered has been handed to Temporal. */
async function handedOver({ query }) {
  for (const end = Date.now() + longestWaitMs; (await query("select from outbox limit 1")).rowCount > 0; await wait(20))
    if (Date.now() > end) throw new Error(`Temporal doesn't take the orders within ${longestWaitMs / 1000} s.`);
}

/** @returns how many watchers Temporal starts in a second */
async function inside(product, sweep, temporal) {
  const residentBefore = residentBytes(temporal.pid);
  await insertReminders(product, insideCount, 20);
  const { ordered, ms } = await sweep();
  const began = performance.now();
  await handedOver(product);
  const seconds = (performance.now() - began) / 1000;
  await wait(5_000);
  const grownBytes = residentBytes(temporal.pid) - residentBefore;
  const startsPerSecond = ordered / seconds;
  say(
    `a sweep that orders ${ordered} watchers: ${Math.round(ms)} ms; Temporal took them at ${Math.round(startsPerSecond)}/s (${load()})`,
  );
  say(`Temporal's memory for each open workflow: ${Math.round(grownBytes / ordered / 1000)} kB`);
  return startsPerSecond;
}

async function due(product, temporal, mail, startsPerSecond) {
  // Enough time for all workflows to be waiting when their moment comes.
  const leadMs = 15_000 + (1_500 * dueCount) / startsPerSecond;
  const dueAt = Date.now() + leadMs;
  const fields = { dueAt: new Date(dueAt).toISOString(), kind: "generic" };
  await inParallel(8, dueCount, (n) => product.act("create_reminder", { title: `Scadenza ${n}`, ...fields }));
  await handedOver(product);
  await wait(3_000);
  if (Date.now() > dueAt)
    throw new Error("The workflows weren't waiting yet when their dates came: this machine is too busy.");
  await wait(dueAt - Date.now());
  const pids = { ...product.pids, temporal: temporal.pid };
  const before = Object.entries(pids).map(([name, pid]) => [name, pid, processorSeconds(pid)]);
  const mails = () => mail.mails.filter(({ subject }) => /Scadenza \d+/.test(subject));
  const end = Date.now() + longestWaitMs;
  while (mails().length < dueCount && Date.now() < end) await wait(50);
  const used = before.map(
    ([name, pid, seconds]) => `${name} ${((1000 * (processorSeconds(pid) - seconds)) / dueCount).toFixed(0)}`,
  );
  const lateMs = mails().map(({ at }) => at - dueAt);
  const { rows } = await product.query(
    "select extract(epoch from fired_at) * 1000 - $1::float8 as late from reminder where fired_at is not null",
    [dueAt],
  );
  say(
    `${rows.length} reminders due in one moment: due after ${spread(rows.map(({ late }) => Number(late)))} (${load()})`,
  );
  say(`${mails().length} notices: mail taken after ${spread(lateMs)}; goal 120 s`);
  say(`processor ms for each: ${used.join(", ")}`);

  const bareCount = Math.min(dueCount, 200);
  const bare = await bareTimers(temporal.address, bareCount, 5_000 + (1_500 * bareCount) / startsPerSecond);
  say(`bare Temporal, ${bareCount} timers with one activity each: after ${spread(bare)} (${load()})`);
  const bareMailsPerSecond = await bareMails(mail.url, bareCount, parallelHandOvers);
  say(`bare mail server: ${Math.round(bareMailsPerSecond)} mails/s, ${parallelHandOvers} at a time`);
  const perSecond = (delays) => (1000 * delays.length) / Math.max(...delays);
  say(`notices at ${(perSecond(lateMs) / perSecond(bare)).toFixed(2)} of the rate of bare timers`);
}

try {
  await build();
  const temporal = await stage.temporal();
  const mail = await stage.ends(startMailServer(), ({ stop }) => stop());
  const product = await stage.product({ TEMPORAL_ADDRESS: temporal.address, SMTP_URL: mail.url });
  const { Database } = await dist("db/database.js");
  const { createSweepActivities } = await dist("activities/sweep.js");
  const database = await stage.ends(Database.open(product.databaseUrl, 1), (opened) => opened.close());
  const sweeping = createSweepActivities({ config: {}, database, log: { info() {} } });
  /** Does what the schedule starts each hour. */
  const sweep = async () => {
    const began = performance.now();
    const { ordered } = await sweeping.orderWatchers();
    return { ordered, ms: performance.now() - began };
  };
  await pending(product, sweep);
  await due(product, temporal, mail, await inside(product, sweep, temporal));
} finally {
  await stage.end();
}
