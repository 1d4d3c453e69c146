import { beforeAll, describe, expect, it, jest } from "@jest/globals";
import pino from "pino";
import { Limiter } from "../../../src/accounts/limits/limiter.js";
import { createLimits } from "../../../src/accounts/limits/limits.js";
import { SharedCounts } from "../../../src/accounts/limits/shared-counts.js";
import { loadConfig } from "../../../src/config.js";
import { Database } from "../../../src/db/database.js";
import { createTestDatabase } from "../../support/database.js";
import { eventually } from "../../support/eventually.js";
import { forAllTests } from "../../support/for-tests.js";

const config = loadConfig({
  SECRET_KEY: "ab".repeat(32),
  RATE_LIMIT_PER_MINUTE: "100",
  AUTH_FAILURES_PER_MINUTE: "10",
});
const log = pino({ level: "silent" });

const test = forAllTests(createTestDatabase);
const database = forAllTests(() => Database.open(test.appUrl, 2));
const another = forAllTests(() => Database.open(test.appUrl, 2));
/** those of two processes */
const one = forAllTests(() => createLimits(config, database, log));
const other = forAllTests(() => createLimits(config, another, log));
let statements = 0;

beforeAll(() => {
  database.pool.on("acquire", () => statements++);
});

const outcomes = (limiters: Limiter[], key: string): Promise<number[]> =>
  Promise.all(limiters.map((limiter) => limiter.consume(key)));
const letThrough = (waits: number[]) => waits.filter((wait) => wait === 0).length;

describe("two processes together", () => {
  it("let through as many as the limit says, one after the other", async () => {
    const waits: number[] = [];
    for (let n = 0; n < 8; n++)
      waits.push(...(await outcomes([one.refusals], "a")), ...(await outcomes([other.refusals], "a")));
    expect(waits.findIndex((wait) => wait > 0)).toBe(10);
    expect(letThrough(waits)).toBe(10);
    expect(Math.max(...waits)).toBeLessThanOrEqual(60_000);
  });

  it("let through as many as the limit says, all at once", async () => {
    const all = Array.from({ length: 40 }, (_, n) => (n % 2 ? one : other).refusals);
    expect(letThrough(await outcomes(all, "b"))).toBe(10);
  });

  it("let requests through until they hear of each other's", async () => {
    expect(letThrough(await outcomes(Array(90).fill(one.requests), "key"))).toBe(90);
    expect(letThrough(await outcomes(Array(70).fill(other.requests), "key"))).toBe(70);
    await Promise.all([one.stop(), other.stop()]);
    expect(letThrough(await outcomes([one.requests, other.requests], "key"))).toBeLessThanOrEqual(1);
    await one.stop();
    expect(letThrough(await outcomes(Array(5).fill(one.requests), "key"))).toBe(0);
  });

  it("take back together", async () => {
    await one.passwords.penalty("c", 101);
    await one.passwords.penalty("another's", 101);
    await one.passwords.delete("c");
    for (const limits of [one, other]) {
      expect(await limits.passwords.consume("c")).toBe(0);
      expect(await limits.passwords.consume("another's")).toBeGreaterThan(0);
    }
    await other.refusals.penalty("d", 10);
    await other.refusals.reward("d");
    expect(await one.refusals.consume("d")).toBe(0);
    expect(await one.refusals.consume("d")).toBeGreaterThan(0);
  });
});

it("lets through again in the next window what is beyond the limit in this one", async () => {
  const counts = new SharedCounts(config, database, log);
  const limiter = new Limiter(counts, "short", { points: 1, windowSeconds: 1, isLoose: true });
  const waits = [];
  for (let n = 0; n < 3; n++) waits.push(await limiter.consume("e"));
  expect(waits).toEqual([0, expect.any(Number), expect.any(Number)]);
  for (const wait of waits.slice(1)) expect([wait > 1, wait <= 1_000]).toEqual([true, true]);
  await eventually(async () => (await limiter.consume("e")) === 0);
  await counts.stop();
});

describe("a clock that is set back by an hour", () => {
  const setBack = () => database.query("update rate_count set ends_at = ends_at + interval '1 hour'");

  it("doesn't leave those beyond the limit outside for an hour", async () => {
    await one.refusals.penalty("late", 10);
    await setBack();
    expect(await other.refusals.consume("late")).toBe(0);
    expect(await one.refusals.consume("late")).toBe(0);
  });

  it("doesn't make a process's own window an hour longer", async () => {
    await one.refusals.penalty("own", 11);
    const { now } = Date;
    Date.now = () => now() - 3_600_000;
    try {
      expect(await one.refusals.consume("own")).toBeLessThan(61_000);
    } finally {
      Date.now = now;
    }
  });
});

describe("a flood", () => {
  it("of one address, or of many, takes a few statements", async () => {
    statements = 0;
    expect(letThrough(await outcomes(Array(5_000).fill(one.refusals), "flood"))).toBe(10);
    for (let n = 0; n < 100; n++) await one.refusals.consume("flood");
    await Promise.all(Array.from({ length: 5_000 }, (_, n) => one.refusals.consume(`from ${n}`)));
    expect(statements).toBeLessThan(10);
  });

  it("of requests with a key takes no statement each, and none while nothing is asked", async () => {
    await one.stop();
    statements = 0;
    for (let n = 0; n < 1_000; n++) await one.requests.consume("busy");
    await one.stop();
    expect(statements).toBeLessThan(5);
    const before = statements;
    await one.stop();
    expect(statements).toBe(before);
  });
});

it("keeps nothing that names a person or a machine, and no window that has ended", async () => {
  await one.guesses.penalty("owner@studio.test");
  const keys = await database.query<{ key: string }>("select key from rate_count");
  expect(keys.filter(({ key }) => !/^[\w-]{43}$/.test(key))).toEqual([]);
  await database.query("update rate_count set ends_at = now() - interval '1 second'");
  await createLimits(config, database, log).guesses.penalty("owner@altrove.test");
  await eventually(async () => (await database.query("select from rate_count")).length === 1);
});

it("holds within each process where Postgres is out of reach, which is said once", async () => {
  const lost = await Database.open(test.appUrl, 1);
  const told = jest.spyOn(lost.pool, "query").mockImplementation(() => Promise.reject(new Error("out of reach")));
  const said: string[] = [];
  const alone = createLimits(config, lost, pino({ level: "warn" }, { write: (line: string) => said.push(line) }));
  const waits: number[] = [];
  for (let n = 0; n < 15; n++) waits.push(await alone.refusals.consume("a"));
  expect(letThrough(waits)).toBe(10);
  const exchanges = () => told.mock.calls.filter(([query]) => "name" in Object(query)).length;
  await eventually(async () => {
    await alone.refusals.consume("a");
    return exchanges() > 1;
  });
  expect(said.filter((line) => line.includes("limits are counted"))).toHaveLength(1);
  await lost.close();
});
