import { expect, it } from "@jest/globals";
import type pg from "pg";
import { UnsendableValue } from "../../../src/db/sending/batch.js";
import { type Asked, PieceSender } from "../../../src/db/sending/piece-sender.js";
import { runPooled } from "../../../src/db/sending/run-statements.js";
import { Shares } from "../../../src/db/sending/shares.js";
import { createTestDatabase, openPool } from "../../support/database.js";
import { forAllTests } from "../../support/for-tests.js";

const server = forAllTests(createTestDatabase);
const pool = forAllTests(() => openPool(server.appUrl, 1));

const which = "select pg_backend_pid() as pid, $1::jsonb as given";
const pidOf = async (): Promise<number> => (await pool.query("select pg_backend_pid() as pid")).rows[0].pid;

/** What can't be written as JSON. */
function endless(): object {
  const value: { itself?: object } = {};
  value.itself = value;
  return value;
}

it("reads the last of two columns of one name as pg does, also where it is null", async () => {
  const text = "select 1 as n, null::int as n";
  for (const _ of [1, 2]) expect(await runPooled(pool, text, [])).toEqual((await pool.query(text)).rows);
});

it("fails alone, and keeps its connection, where a value can't be written down", async () => {
  const pid = await pidOf();
  await expect(runPooled(pool, which, [endless()])).rejects.toThrow(UnsendableValue);
  expect(await runPooled(pool, which, [{ a: 1 }])).toEqual([{ pid, given: { a: 1 } }]);
});

it("sends the others on the same connection where one of several can't be written down", async () => {
  const pid = await pidOf();
  const outcomes = [{ a: 1 }, endless(), { a: 2 }].map((value) => {
    const { promise, ...asked } = deferred();
    return { promise, asked: { ...asked, text: which, values: [value], reading: null } };
  });
  const settled = Promise.allSettled(outcomes.map(({ promise }) => promise));
  const sender = new PieceSender({ pool, shares: new Shares(1), organizationId: "one" });
  const tell = await sender.send(outcomes.map(({ asked }) => asked));
  sender.close();
  tell();
  const [first, second, third] = await settled;
  expect(first).toEqual({ status: "fulfilled", value: [{ pid, given: { a: 1 } }] });
  expect(second).toMatchObject({ status: "rejected", reason: expect.any(UnsendableValue) });
  expect(third).toEqual({ status: "fulfilled", value: [{ pid, given: { a: 2 } }] });
});

it("goes on by another connection where the one that it keeps has broken", async () => {
  const sender = new PieceSender({ pool, shares: new Shares(1), organizationId: "one" });
  const clients: pg.PoolClient[] = [];
  const keep = (client: pg.PoolClient) => clients.push(client);
  pool.on("acquire", keep);
  const ask = async (value: object) => {
    const { promise, ...outcome } = deferred();
    const tell = await sender.send([{ ...outcome, text: which, values: [value], reading: null }]);
    tell();
    return promise;
  };
  const [first] = await ask({ a: 1 });
  expect(await ask({ a: 2 })).toEqual([{ ...first, given: { a: 2 } }]);
  clients[0]?.emit("error", new Error("broken"));
  const [third] = await ask({ a: 3 });
  expect(third).toMatchObject({ given: { a: 3 } });
  expect(third).not.toMatchObject({ ...first, given: { a: 3 } });
  sender.close();
  expect(clients).toHaveLength(2);
  pool.off("acquire", keep);
});

it("gives up the connection that it keeps where somebody waits for one", async () => {
  const sender = new PieceSender({ pool, shares: new Shares(1), organizationId: "one" });
  const { promise, ...outcome } = deferred();
  const asked = { ...outcome, text: "select pg_sleep(0.1)::text as slept", values: [], reading: null };
  const sent = sender.send([asked]);
  const other = pidOf();
  (await sent)();
  expect(await promise).toHaveLength(1);
  expect(await other).toBeGreaterThan(0);
  sender.close();
});

function deferred(): Pick<Asked, "resolve" | "reject"> & { promise: Promise<object[]> } {
  let [resolve, reject]: [Asked["resolve"], Asked["reject"]] = [() => undefined, () => undefined];
  const promise = new Promise<object[]>((done, fail) => {
    [resolve, reject] = [done, fail];
  });
  return { promise, resolve, reject };
}

it("copies nothing, and says so", async () => {
  const pid = await pidOf();
  await expect(runPooled(pool, "copy known_device from stdin", [])).rejects.toThrow(/Statements copy nothing/);
  expect(await pidOf()).toBe(pid);
  await expect(runPooled(pool, "copy (select 1) to stdout", [])).rejects.toThrow(/Statements copy nothing/);
});

it("sends and reads values that are larger than one piece", async () => {
  const text = "à".repeat(200_000);
  const [row] = await runPooled<{ given: string }>(pool, which, [JSON.stringify(text)]);
  expect(row?.given === text).toBe(true);
});

it("knows a thousand statements on a connection, however many come, and those in use among them", async () => {
  const often = "select 'often' as word";
  const known = async () =>
    Number((await pool.query("select count(*) from pg_prepared_statements where name <> ''")).rows[0].count);
  for (let n = 0; n < 2_300; n++) {
    expect(await runPooled(pool, `select ${n} as n`, [])).toEqual([{ n }]);
    if (n % 2 === 0) await runPooled(pool, often, []);
    // What fails closes nothing, and goes on failing alone.
    if (n % 20 === 0) await expect(runPooled(pool, `select ${n} / $1::int as n`, [0])).rejects.toThrow("division");
    if (n % 20 === 0) expect(await runPooled(pool, `select ${n} / $1::int as n`, [1])).toEqual([{ n }]);
  }
  expect(await known()).toBeLessThanOrEqual(1_010);
  const { rows } = await pool.query("select from pg_prepared_statements where statement = any ($1)", [
    [often, "select 2299 as n"],
  ]);
  expect(rows).toHaveLength(2);
  for (const n of [0, 20, 2_299]) expect(await runPooled(pool, `select ${n} as n`, [])).toEqual([{ n }]);
});
