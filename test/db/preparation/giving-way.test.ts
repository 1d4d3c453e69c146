import { expect, it } from "@jest/globals";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { migrations } from "../../../src/db/migrations/index.js";
import { prepareDatabase } from "../../../src/db/preparation/prepare.js";
import { createTestDatabase, openPool } from "../../support/database.js";
import { forAllTests } from "../../support/for-tests.js";
import { untilWaitedFor } from "../../support/waiting.js";

class Later implements MigrationInterface {
  name = "Later4102444800000" as const;
  up = (db: QueryRunner): Promise<void> => db.query("alter table contact add column later text");
  down = (db: QueryRunner): Promise<void> => db.query("alter table contact drop column later");
}

const database = forAllTests(createTestDatabase);
const pool = forAllTests(() => openPool(database.ownerUrl));

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
