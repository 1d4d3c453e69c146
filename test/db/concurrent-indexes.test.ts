import { expect, it } from "@jest/globals";
import pg from "pg";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { migrations } from "../../src/db/migrations/index.js";
import { prepareDatabase } from "../../src/db/preparation/prepare.js";
import { createTestDatabase, openConnection } from "../support/database.js";
import { eventually } from "../support/eventually.js";
import { forAllTests } from "../support/for-tests.js";

/** As the next release might have it. */
class Later implements MigrationInterface {
  name = "Later4102444800000" as const;
  transaction = false as const;
  up = (db: QueryRunner): Promise<void> =>
    db.query("create index concurrently if not exists contact_later on contact (organization_id, created_at)");
  down = (db: QueryRunner): Promise<void> => db.query("drop index if exists contact_later");
}
const withLater = [...migrations, Later] as typeof migrations;

const database = forAllTests(createTestDatabase);
const client = forAllTests(() => openConnection(database.ownerUrl));

/** Any phase of waiting comes after the index is there, though not valid yet. */
const waiting =
  "select pid from pg_stat_progress_create_index where datname = current_database() and phase like 'waiting for%'";
const validity = async () =>
  (await client.query("select indisvalid as valid from pg_index where indexrelid = to_regclass('contact_later')")).rows;
/** Takes the later migration back. */
async function undo(): Promise<void> {
  await client.query("drop index contact_later");
  await client.query("delete from migrations where name = $1", [new Later().name]);
}

it("an index whose building was interrupted is built anew by the next start", async () => {
  // It waits for this transaction, as for any that is older.
  const reader = await openConnection(database.ownerUrl);
  await reader.query("begin isolation level repeatable read; select from contact");
  const interrupted = prepareDatabase(database.ownerUrl, undefined, withLater);
  interrupted.catch(() => undefined);
  const { pid } = await eventually(async () => (await client.query(waiting)).rows[0]);
  // Meanwhile the table is written.
  await client.query("set lock_timeout = '5s'; update contact set notes = 'x'");
  await client.query("select pg_terminate_backend($1)", [pid]);
  await expect(interrupted).rejects.toThrow();
  await reader.end();
  expect(await validity()).toEqual([{ valid: false }]);
  expect((await client.query("select from migrations where name = $1", [new Later().name])).rowCount).toBe(0);

  await prepareDatabase(database.ownerUrl, undefined, withLater);
  expect(await validity()).toEqual([{ valid: true }]);
});

it("an index that Postgres still builds for a process that was killed is waited for, and built anew where it fails", async () => {
  await undo();
  const reader = await openConnection(database.ownerUrl);
  await reader.query("begin isolation level repeatable read; select from contact");
  // What stays of a migration whose process was killed; nothing holds the lock for it.
  const orphan = new pg.Client({ connectionString: database.ownerUrl });
  orphan.on("error", () => undefined);
  await orphan.connect();
  const built = orphan.query("create index concurrently contact_later on contact (organization_id, created_at)");
  built.catch(() => undefined);
  const { pid } = await eventually(async () => (await client.query(waiting)).rows[0]);

  const prepared = prepareDatabase(database.ownerUrl, undefined, withLater);
  const looking = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and query like '%pg_stat_progress_create_index%'`;
  await eventually(async () => (await client.query(looking)).rows[0]);
  await client.query("select pg_terminate_backend($1)", [pid]);
  await expect(built).rejects.toThrow();
  await reader.end();
  await prepared;
  expect(await validity()).toEqual([{ valid: true }]);
});

it("several processes that prepare the database at once build it once, and don't wait for each other for ever", async () => {
  await undo();
  const all = [1, 2, 3].map(() => prepareDatabase(database.ownerUrl, undefined, withLater));
  expect(new Set((await Promise.all(all)).map(({ appUrl }) => appUrl)).size).toBe(1);
  expect(await validity()).toEqual([{ valid: true }]);
  expect((await client.query("select from migrations where name = $1", [new Later().name])).rowCount).toBe(1);
});
