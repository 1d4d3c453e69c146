import { expect, it } from "@jest/globals";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { migrations } from "../../../src/db/migrations/index.js";
import { givingWay } from "../../../src/db/preparation/giving-way.js";
import { prepareDatabase } from "../../../src/db/preparation/prepare.js";
import { createTestDatabase, openPool } from "../../support/database.js";
import { forAllTests } from "../../support/for-tests.js";
import { untilWaitedFor } from "../../support/waiting.js";

class Later implements MigrationInterface {
  name = "Later4102444800000" as const;
  up = (db: QueryRunner): Promise<void> => db.query("alter table contact add column later text");
  down = (db: QueryRunner): Promise<void> => db.query("alter table contact drop column later");
}

class OfTwo implements MigrationInterface {
  name = "OfTwo4102444800001" as const;
  up = (db: QueryRunner): Promise<void> =>
    db.query("alter table thread add column later text; alter table message add column later text");
  down = (db: QueryRunner): Promise<void> =>
    db.query("alter table thread drop column later; alter table message drop column later");
}

const prepare = (Migration: new () => MigrationInterface) =>
  prepareDatabase(database.ownerUrl, undefined, [...migrations, Migration] as typeof migrations);
const database = forAllTests(createTestDatabase);
const pool = forAllTests(() => openPool(database.ownerUrl));

it("lets others use a table for which a migration waits, and goes on once the table is free", async () => {
  const backup = await pool.connect();
  await backup.query("begin isolation level repeatable read; select from contact");
  const prepared = prepare(Later);
  await untilWaitedFor(pool, backup);

  const other = await pool.connect();
  await other.query("set lock_timeout = '20s'");
  await expect(other.query("select from contact")).resolves.toMatchObject({ rowCount: 0 });
  other.release();
  await backup.query("commit");
  backup.release();
  await prepared;
  await expect(pool.query("select later from contact")).resolves.toMatchObject({ rowCount: 0 });
});

it("begins again where it and others wait for one another", async () => {
  const other = await pool.connect();
  // So that it is the migration which Postgres refuses.
  await other.query("set deadlock_timeout = '1min'; begin; select from message");
  const prepared = prepare(OfTwo);
  await untilWaitedFor(pool, other);

  await expect(other.query("select from thread")).resolves.toMatchObject({ rowCount: 0 });
  await other.query("commit");
  other.release(true);
  await prepared;
  await expect(pool.query("select later from thread union select later from message")).resolves.toMatchObject({
    rowCount: 0,
  });
});

it("says what to do where others don't let it come by", async () => {
  class Refused extends Later {
    override up = () =>
      Promise.reject(Object.assign(new Error("canceling statement due to lock timeout"), { code: "55P03" }));
  }
  const db = { query: async () => [] } as unknown as QueryRunner;
  await expect(new (givingWay(Refused))().up(db)).rejects.toThrow(/a backup.*Start again once it has ended/);
});
