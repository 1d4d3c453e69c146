import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import pg from "pg";
import { v7 as uuidv7 } from "uuid";
import { createTestDatabase, type TestDatabase } from "../support/database.js";

let database: TestDatabase;
let client: pg.Client;
const organizationId = uuidv7();

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  // As pg_restore does.
  await client.query("set search_path = ''");
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

describe("without a search_path", () => {
  const bookId = uuidv7();

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
