import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type pg from "pg";
import type { DataSource, MigrationInterface, QueryRunner } from "typeorm";
import { v7 as uuidv7 } from "uuid";
import { createDataSource } from "../../src/db/data-source.js";
import { migrations } from "../../src/db/migrations/index.js";
import { prepareDatabase } from "../../src/db/preparation/prepare.js";
import { openConnection } from "../support/database.js";
import { closedAfterTest } from "../support/for-tests.js";
import { testServers } from "../support/servers.js";

const { adminUrl } = testServers();
const name = `test_${randomBytes(8).toString("hex")}`;
const url = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
let admin: pg.Client;
let database: DataSource;

beforeAll(async () => {
  admin = await openConnection(adminUrl);
  await admin.query(`create database ${name}`);
  database = createDataSource(url, 2);
  await database.initialize();
});
afterAll(async () => {
  await database?.destroy();
  await admin?.query(`drop database ${name} with (force)`);
  await admin?.query(`drop role if exists ${name}_app`);
  await admin?.end();
});

/** Tables, columns, indexes, constraints, functions and triggers of the product. */
async function schema(): Promise<string[]> {
  const rows: { line: string }[] = await database.query(`
    select 'column ' || concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema = 'public'
    union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
    union all select 'constraint ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'function ' || p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t where not tgisinternal
    order by line`);
  return rows.map(({ line }) => line).filter((line) => !/\bmigrations(_id_seq)?\b/.test(line));
}

describe("the migrations", () => {
  let afterUp: string[];

  it("build everything in an empty database", async () => {
    const applied = await database.runMigrations();
    expect(applied).toHaveLength(migrations.length);
    afterUp = await schema();
    expect(afterUp.length).toBeGreaterThan(300);
    expect(await database.runMigrations()).toEqual([]);
  });

  it("ask the entities for nothing more, and nothing else", async () => {
    const { upQueries } = await database.driver.createSchemaBuilder().log();
    const wanted = upQueries
      .map(({ query }) => query)
      // What the entities don't know of stands in the migrations on purpose.
      .filter((query) => !/^DROP INDEX|^ALTER TABLE "\w+" DROP (CONSTRAINT|COLUMN)/.test(query));
    expect(wanted).toEqual([]);
  });

  it("index every foreign key", async () => {
    const unindexed: { fk: string }[] = await database.query(`
      select c.conrelid::regclass || ' ' || pg_get_constraintdef(c.oid) as fk from pg_constraint c
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
        select from pg_index i where i.indrelid = c.conrelid and i.indpred is null
          and c.conkey <@ (i.indkey::smallint[])[0:array_length(c.conkey, 1) - 1])`);
    expect(unindexed).toEqual([]);
  });

  it("go down to nothing and up again to the same", async () => {
    for (const _ of migrations) await database.undoLastMigration();
    expect(await schema()).toEqual([]);
    await database.runMigrations();
    expect(await schema()).toEqual(afterUp);
  });

  it("may be prepared by several processes at once, and again", async () => {
    for (const _ of migrations) await database.undoLastMigration();
    const prepared = await Promise.all([prepareDatabase(url), prepareDatabase(url)]);
    expect(prepared[0]).toEqual(prepared[1]);
    expect(await prepareDatabase(url)).toEqual(prepared[0]);
    const app = closedAfterTest(await openConnection(prepared[0].appUrl));
    await expect(app.query("select count(*) from document")).resolves.toMatchObject({ rowCount: 1 });
    await expect(app.query("create table mine (id int)")).rejects.toThrow(/permission denied/);
    await expect(app.query("delete from migrations")).rejects.toThrow(/permission denied/);
  });

  it("let the application use what they make at once, while later ones run or fail", async () => {
    class Makes implements MigrationInterface {
      name = "Makes4102444800000" as const;
      up = (db: QueryRunner): Promise<void> => db.query("create table made (id bigserial primary key)");
      down = (db: QueryRunner): Promise<void> => db.query("drop table made");
    }
    class Fails implements MigrationInterface {
      name = "Fails4102444800001" as const;
      up = (db: QueryRunner): Promise<void> => db.query("select 1 / 0");
      down = async (): Promise<void> => {};
    }
    const { appUrl } = await prepareDatabase(url);
    await expect(prepareDatabase(url, undefined, [...migrations, Makes, Fails] as typeof migrations)).rejects.toThrow(
      "division by zero",
    );
    const app = await openConnection(appUrl);
    await expect(app.query("insert into made default values returning id")).resolves.toMatchObject({ rowCount: 1 });
    await app.end();
    await database.query("drop table made; delete from migrations where name like 'Makes%'");
  });
});

it("are applied, and again, by an owner who is no superuser, as a hosted Postgres gives one", async () => {
  const owner = `${name}_owner`;
  await admin.query(`create role ${owner} login createrole password 'secret'`);
  await admin.query(`create database ${owner} owner ${owner}`);
  const ownerUrl = Object.assign(new URL(adminUrl), {
    username: owner,
    password: "secret",
    pathname: `/${owner}`,
  }).href;
  try {
    await prepareDatabase(ownerUrl);
    const { appUrl } = await prepareDatabase(ownerUrl, "another");
    const app = await openConnection(appUrl);
    await expect(app.query("select from document")).resolves.toMatchObject({ rowCount: 0 });
    await app.end();
  } finally {
    await admin.query(`drop database ${owner} with (force)`);
    await admin.query(`drop role if exists ${owner}_app`);
    await admin.query(`drop role ${owner}`);
  }
});

describe("without a search_path, as pg_restore works", () => {
  const organizationId = uuidv7();
  let client: pg.Client;
  beforeAll(async () => {
    client = await openConnection(url);
    await client.query("set search_path = ''");
  });
  afterAll(() => client.end());

  const bookId = uuidv7();

  it("aren't begun in a database that isn't in UTF8", async () => {
    const latin = `${name}_latin`;
    await admin.query(`create database ${latin} encoding 'LATIN1' locale 'C' template template0`);
    const latinUrl = Object.assign(new URL(adminUrl), { pathname: `/${latin}` }).href;
    await expect(prepareDatabase(latinUrl)).rejects.toThrow("is encoded in LATIN1: create one with encoding 'UTF8'");
    await admin.query(`drop database ${latin}`);
  });

  it("the columns that the database computes are computed, and its triggers run", async () => {
    const now = new Date();
    await client.query(
      "insert into public.organization (id, name, created_at, updated_at) values ($1, 'Studio', $2, $2)",
      [organizationId, now],
    );
    await client.query(
      `with book as (insert into public.price_book (organization_id, id, created_at, updated_at, name) values ($1, $2, $3, $3, 'DEI'))
       insert into public.contact (organization_id, id, created_at, updated_at, name, role, emails, phones)
       values ($1, $2, $3, $3, 'Maria', 'client', '{}', '{}')`,
      [organizationId, bookId, now],
    );
    const { rows } = await client.query(
      `insert into public.price_book_entry (organization_id, id, book_id, code, description, unit, price, created_at)
       values ($1, $2, $2, 'A.01.²', 'Scavo di fondazione', 'm3', 12.5, $3) returning code_key, search::text as search`,
      [organizationId, bookId, now],
    );
    expect(rows).toEqual([{ code_key: "a012", search: expect.stringContaining("'fondazion':7A") }]);
    await client.query("delete from public.price_book_entry where id = $1", [bookId]);
    const { rows: noted } = await client.query("select kind from public.search_backlog where id = $1", [bookId]);
    expect(noted).toEqual([{ kind: "contact" }]);
  });

  it("the table with computed columns can be made from its own description", async () => {
    const { rows } = await client.query(
      `select a.attname as name, pg_catalog.format_type(a.atttypid, a.atttypmod) as type, pg_get_expr(d.adbin, d.adrelid) as expression
       from pg_attribute a join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
       where a.attgenerated <> '' and a.attrelid = 'public.price_book_entry'::regclass order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(["code_key", "search"]);
    await client.query(`create temporary table again (code text, category text, description text, unit text, notes text,
      ${rows.map(({ name, type, expression }) => `${name} ${type} generated always as (${expression}) stored`).join(", ")})`);
    await client.query("insert into pg_temp.again (description) values ('Scavo')");
  });
});
