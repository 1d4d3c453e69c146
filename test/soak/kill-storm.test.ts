import { afterAll, expect, it } from "@jest/globals";
import { Client, Connection } from "@temporalio/client";
import pg from "pg";
import { Product, pause } from "../support/product.js";
import { Random } from "../support/random.js";
import { startSmtp } from "../support/smtp.js";
import { createClient } from "./client.js";
import { Stream } from "./stream.js";
import { failedRuns, faultsOf, mailFaults, underWay, watchingFaults } from "./truth.js";

const stormMs = 60_000;
const quietMs = 150_000;
const callers = 3;
/** Hand-overs that a worker has under way at a time: so many may stay unknown at each kill, and arrive twice, or be withdrawn. */
const handOvers = 4;
const parts = ["worker", "API", "Temporal", "Postgres"];
const everything = "everything";

const product = new Product();
const smtp = await startSmtp({ delayMs: 50 });
const say = (line: string) => process.stdout.write(`${line}\n`);

afterAll(async () => {
  await product.stop();
  await smtp.close();
}, 60_000);

/** Kills each part alone and all at once, in a random order at random moments, until the storm is over. */
async function storm(random: Random, endsAt: number): Promise<string[]> {
  const killed: string[] = [];
  for (let next: string[] = []; Date.now() < endsAt; ) {
    if (next.length === 0) next = random.shuffled([...parts, everything]);
    await pause(random.between(1_500, 6_000));
    const victim = next.shift() as string;
    if (victim === everything) {
      await product.kill();
      await product.start();
    } else if (!product.killPart(victim)) continue;
    killed.push(victim);
  }
  return killed;
}

async function untilQuiet(pool: pg.Pool): Promise<Record<string, number>> {
  for (const end = Date.now() + quietMs; ; await pause(500)) {
    const left = await underWay(pool);
    if (Date.now() > end || Object.values(left).every((count) => count === 0)) return left;
  }
}

it("keeps every promise of a minute in which everything is killed, alone and at once, at random moments", async () => {
  const seed = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000);
  say(`SOAK_SEED=${seed}`);
  const random = new Random(seed);
  await product.start({ SMTP_URL: smtp.url, LOG_LEVEL: "warn" });
  const endsAt = Date.now() + stormMs;
  const client = createClient(() => product.firstRun());
  const streams = Array.from(
    { length: callers },
    () => new Stream(client, new Random(random.next() * 2 ** 31), endsAt + 15_000),
  );
  const actions = streams.map(async (stream, i) => {
    const pauses = new Random(seed + i);
    for (; Date.now() < endsAt; await pause(pauses.between(200, 900))) await stream.step();
  });
  const killed = await storm(random, endsAt);
  await Promise.all(actions);
  const stormEndedAt = Date.now();
  await pause(Math.max(0, endsAt + 15_000 - Date.now()));

  const { databaseUrl, temporalAddress } = product.instance();
  const pool = new pg.Pool({ connectionString: databaseUrl as string });
  const connection = await Connection.connect({ address: temporalAddress });
  try {
    const temporal = new Client({ connection });
    const left = await untilQuiet(pool);
    const quietAt = Date.now();
    // What would be told twice is told now.
    await pause(5_000);
    const expected = streams.flatMap((stream) => stream.expected);
    const mails = await mailFaults(pool, smtp.messages);
    say(
      `${killed.length} kills (${killed.join(", ")}); ${expected.length} records promised, ${client.retries} requests sent again; ` +
        `quiet ${Math.round((quietAt - stormEndedAt) / 1000)} s after the storm; ${smtp.messages.length} mails, ${mails.twice} arrived twice, ${mails.withdrawn} were withdrawn too late`,
    );
    expect(client.faults).toEqual([]);
    expect(left).toEqual({ orders: 0, messages: 0, reminders: 0, submissions: 0, projects: 0 });
    expect((await Promise.all(expected.map((one) => faultsOf(pool, one)))).flat()).toEqual([]);
    // Temporal's list of what runs comes a little after the runs.
    let watching = await watchingFaults(pool, temporal);
    for (const end = Date.now() + 45_000; watching.length > 0 && Date.now() < end; await pause(1_000))
      watching = await watchingFaults(pool, temporal);
    expect(watching).toEqual([]);
    expect(await failedRuns(temporal)).toEqual([]);
    expect(mails.faults).toEqual([]);
    expect(mails.twice + mails.withdrawn).toBeLessThanOrEqual(handOvers * killed.length);
    expect(new Set(killed)).toEqual(new Set([...parts, everything]));
  } finally {
    await connection.close();
    await pool.end();
  }
}, 360_000);
