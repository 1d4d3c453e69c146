import { afterAll, beforeAll, expect, it } from "@jest/globals";
import type pg from "pg";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { migrations } from "../../src/db/migrations/index.js";
import { prepareDatabase } from "../../src/db/prepare.js";
import { createTestDatabase, openPool, type TestDatabase } from "../support/database.js";
import { untilWaitedFor } from "../support/waiting.js";

class Later implements MigrationInterface {
  name = "Later4102444800000" as const;
  up = (db: QueryRunner): Promise<void> => db.query("alter table contact add column later text");
  down = (db: QueryRunner): Promise<void> => db.query("alter table contact drop column later");
}

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.ownerUrl);
});
afterAll(async () => {
  const role = `${new URL(database.ownerUrl).pathname.slice(1)}_app`;
  await pool.query(`drop owned by ${role}; drop role ${role}`);
  await pool.end();
  await database.drop();
});

it("lets others use a table for which a migration waits, and goes on once the table is free", async () => {
  const backup = await pool.connect();
  await backup.query("begin isolation level repeatable read; select from contact");
  const prepared = prepareDatabase(database.ownerUrl, undefined, [...migrations, Later] as typeof migrations);
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
