import { setTimeout } from "node:timers/promises";
import { expect, it, jest } from "@jest/globals";
import { Database } from "../../../src/db/database.js";
import { createTestDatabase, openConnection } from "../../support/database.js";
import { eventually } from "../../support/eventually.js";
import { forAllTests } from "../../support/for-tests.js";

const server = forAllTests(createTestDatabase);
const database = forAllTests(() => Database.open(server.appUrl, 4));

const backend = "select pg_backend_pid() as pid, $1::int as n";
const [first, second] = ["first organization", "second organization"] as const;
const readBy = <Row extends object>(organizationId: string, text: string, ...values: unknown[]) =>
  database.quickReads.run<Row>(organizationId, text, values, null);
const read = <Row extends object>(text: string, ...values: unknown[]) => readBy<Row>(first, text, ...values);
const many = Array.from({ length: 20 }, (_, n) => n);
const unknownId = "00000000-0000-7000-8000-000000000000";
async function whileContactsAreLocked(work: (unlock: () => Promise<unknown>) => Promise<void>): Promise<void> {
  const locking = await openConnection(server.ownerUrl);
  try {
    await locking.query("begin; lock table contact in access exclusive mode");
    await work(() => locking.query("commit"));
  } finally {
    await locking.end();
  }
}
const isAllBack = () => database.pool.totalCount === database.pool.idleCount;

it("reads on one connection, gives each its own rows, and gives the connection back", async () => {
  // On a busy machine the first piece outlasts the patience, and the rest take another connection.
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
  const reading = Promise.all(many.map((n) => read<{ pid: number; n: number }>(backend, n)));
  const rows = (await reading.finally(() => jest.useRealTimers())).flat();
  expect(rows.map(({ n }) => n)).toEqual(many);
  expect(new Set(rows.map(({ pid }) => pid)).size).toBe(1);
  expect(isAllBack()).toBe(true);
});

it("reads values of all kinds as the pool does, the first time and later", async () => {
  const text = `select 1::bigint as count, 2.5::numeric as price, now() as at, null as nothing, '{"a": [1]}'::json as tree,
    array['x', null] as list, true as holds, '\\x00ff'::bytea as bytes from (select $1::int) as given`;
  const [expected] = (await database.pool.query(text, [1])).rows;
  for (const _ of [1, 2]) {
    const [row] = await read<{ at: Date }>(text, 1);
    expect({ ...row, at: null }).toEqual({ ...expected, at: null });
    expect(row?.at).toBeInstanceOf(Date);
  }
});

it("fails one alone", async () => {
  const outcomes = await Promise.allSettled(many.map((n) => read("select 1 / ($1::int - 7) as n", n)));
  const failed = outcomes.flatMap(({ status }, n) => (status === "rejected" ? [n] : []));
  expect(failed).toEqual([7]);
  expect(isAllBack()).toBe(true);
});

it("goes on by another connection when one breaks", async () => {
  const broken = read("select pg_terminate_backend(pg_backend_pid()), pg_sleep(1)");
  await expect(Promise.all([broken, read(backend, 1)])).rejects.toThrow();
  expect(await read(backend, 2)).toHaveLength(1);
  expect(isAllBack()).toBe(true);
});

it("shares nothing between organizations", async () => {
  const asked = [first, second].map((organizationId) => readBy<{ pid: number }>(organizationId, backend, 1));
  const [one, other] = (await Promise.all(asked)).flat();
  expect(one?.pid).not.toBe(other?.pid);
});

it("leaves connections for others, however many of one organization's wait", async () => {
  const { pool, shares } = database;
  const departed = jest.spyOn(shares, "take");
  await whileContactsAreLocked(async (unlock) => {
    const waiting = [];
    for (let n = 1; n <= shares.most + 1; n++) {
      waiting.push(readBy(second, "select from contact where organization_id = $1", unknownId));
      await eventually(async () => departed.mock.calls.length === n);
    }
    await eventually(async () => pool.totalCount - pool.idleCount === shares.most);
    expect(await read(backend, 1)).toHaveLength(1);
    await unlock();
    await Promise.all(waiting);
  });
  departed.mockRestore();
});

it("suits no statement whose answers are long", async () => {
  const text = "select repeat('a', $1::int) as text";
  expect(database.quickReads.suits(text)).toBe(true);
  await read(text, 10);
  expect(database.quickReads.suits(text)).toBe(true);
  await read(text, 20_000);
  expect(database.quickReads.suits(text)).toBe(false);
});

it("doesn't stand behind one that waits for a lock", async () => {
  await whileContactsAreLocked(async (unlock) => {
    const waiting = read("select from contact where organization_id = $1", unknownId);
    await setTimeout(100);
    expect(await read(backend, 1)).toHaveLength(1);
    await unlock();
    expect(await waiting).toEqual([]);
  });
  expect(isAllBack()).toBe(true);
});

it("answers all who use a statement for the first time together, though it can't be understood", async () => {
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => read("select no_such_column from contact")));
  const codes = outcomes.map((outcome) => (outcome.status === "rejected" ? outcome.reason.code : null));
  expect(codes).toEqual(["42703", "42703", "42703"]);
});
