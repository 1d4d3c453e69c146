import { expect, it } from "@jest/globals";
import { toActionError } from "../../src/actions/dispatch/to-action-error.js";
import { Database } from "../../src/db/database.js";
import { Contact } from "../../src/db/entities/contact.js";
import { newId } from "../../src/db/new-id.js";
import { UnitOfWork } from "../../src/db/unit-of-work.js";
import { isUnreachable } from "../../src/db/unreachable.js";
import { createTestDatabase } from "../support/database.js";
import { closedAfterTest, forAllTests } from "../support/for-tests.js";
import { testServers } from "../support/servers.js";

const server = forAllTests(createTestDatabase);
const database = forAllTests(() => Database.open(server.appUrl, 1, 3_000));

it("takes a Postgres that doesn't answer for one out of reach, in and out of a transaction, and recovers", async () => {
  const slow = "select pg_sleep(30)";
  const alone = await database.query(slow).catch((error: unknown) => error);
  const unit = new UnitOfWork(database);
  const inTransaction = await unit.execute(slow, []).catch((error: unknown) => error);
  await unit.release();
  for (const error of [alone, inTransaction]) expect(isUnreachable(error)).toBe(true);
  expect(await database.query("select 1 as n")).toEqual([{ n: 1 }]);
});

it("takes a Postgres that lets nobody in for one out of reach, whatever it says, and recovers", async () => {
  const organizationId = newId();
  const name = new URL(server.appUrl).pathname.slice(1);
  const owner = closedAfterTest(await Database.open(testServers().adminUrl, 1));
  const held = closedAfterTest(await Database.open(server.appUrl, 3));
  await owner.query(`alter database ${name} allow_connections false`);
  await owner.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
  const inTransaction = async () => {
    const unit = new UnitOfWork(held, null, { group: organizationId });
    return unit.execute("select 1", []).finally(() => unit.release());
  };
  const ways = [() => held.query("select 1"), () => held.commits.run(organizationId, "select 1", []), inTransaction];
  for (const ask of [...ways, ...ways]) {
    const error = await ask().catch((refusal: unknown) => refusal);
    expect(toActionError(error)).toMatchObject({ code: "unavailable" });
  }
  await owner.query(`alter database ${name} allow_connections true`);
  expect(await held.query("select 1 as n")).toEqual([{ n: 1 }]);
  // What was refused holds none of the organization's share, else it would wait for ever.
  expect(await Promise.all([inTransaction(), inTransaction(), inTransaction()])).toHaveLength(3);
});

it("lets Postgres itself end what takes too long, but no migration", async () => {
  const limits = "select name, setting from pg_settings where name = any($1) order by name";
  const names = ["idle_in_transaction_session_timeout", "lock_timeout", "statement_timeout"];
  const settings = async (from: Database) =>
    (await from.query<{ setting: string }>(limits, [names])).map(({ setting }) => Number(setting));
  expect(await settings(database)).toEqual([60_000, 30_000, 45_000]);
  const owner = await Database.open(server.ownerUrl, 1, 0);
  try {
    expect((await settings(owner))[2]).toBe(0);
  } finally {
    await owner.close();
  }
  const slow = new UnitOfWork(database);
  try {
    await slow.execute("set local statement_timeout = 50", []);
    const error = await slow.execute("select pg_sleep(30)", []).catch((refusal: unknown) => refusal);
    expect(error).toMatchObject({ code: "57014" });
    expect(toActionError(error)).toMatchObject({ code: "unavailable" });
  } finally {
    await slow.release();
  }
});

it("takes changes as soon as the database does, though a connection began while it was read-only", async () => {
  const name = new URL(server.appUrl).pathname.slice(1);
  const ways = [
    (at: Database, change: string) => at.query(change),
    (at: Database, change: string) => at.commits.run(newId(), change, []),
    async (at: Database, change: string) => {
      const unit = new UnitOfWork(at);
      await unit.execute(change, []).finally(() => unit.release());
    },
  ];
  for (const write of ways) {
    const owner = await Database.open(server.ownerUrl, 1);
    await owner.query(`alter database ${name} set default_transaction_read_only = on`);
    const held = await Database.open(server.appUrl, 1);
    await owner.query("set default_transaction_read_only = off");
    await owner.query(`alter database ${name} reset default_transaction_read_only`);
    const change = "delete from worker_seen";
    await expect(write(held, change)).rejects.toMatchObject({ code: "25006" });
    await write(held, change);
    await held.close();
    await owner.close();
  }
});

it("refuses to look for records by a value that isn't there, which would find any", async () => {
  const unit = new UnitOfWork(database);
  const missing = undefined as unknown as string;
  const without = "a condition on contact has no value";
  await expect(unit.find(Contact, newId(), missing)).rejects.toThrow(without);
  await expect(unit.all(Contact, { organizationId: missing, name: "Anna" })).rejects.toThrow(without);
});
