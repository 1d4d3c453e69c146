import { afterAll, beforeAll, expect, it } from "@jest/globals";
import pg from "pg";
import { keepDeletion } from "../../../src/db/deletions/keep.js";
import { rowsAtOnce } from "../../../src/db/deletions/parts.js";
import { restoreDeletion } from "../../../src/db/deletions/restore.js";
import { newId } from "../../../src/db/new-id.js";
import { transact } from "../../../src/db/transact.js";
import { createTestDatabase, type TestDatabase } from "../../support/database.js";
import { insertOrganization, type OrganizationRows } from "../../support/organization-rows.js";

let database: TestDatabase;
let org: OrganizationRows;

/** Notes how many rows each statement inserts into a table or deletes from it. */
const watch = (table: string, event: "insert" | "delete") => `
  create trigger watched after ${event} on ${table} referencing ${event === "insert" ? "new" : "old"} table as touched
    for each statement execute function note_touched()`;

beforeAll(async () => {
  database = await createTestDatabase();
  org = await insertOrganization(database.appUrl);
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(`
    create table touched_rows (id serial, rows integer);
    create function note_touched() returns trigger language plpgsql security definer as
      $$ begin insert into public.touched_rows (rows) select count(*) from touched; return null; end $$;
    grant select on touched_rows to public;
    ${watch("deleted_row", "insert")}; ${watch("price_book_entry", "delete")}; ${watch(
      "price_book_entry",
      "insert",
    ).replace("watched", "watched_again")}`);
  await owner.end();
});
afterAll(async () => {
  await org?.close();
  await database?.drop();
});

it("keeps, deletes and restores a large price book by statements of a bounded size each", async () => {
  const { organizationId } = org;
  const bookId = newId();
  await org.database.pool.query(
    "insert into price_book (organization_id, id, created_at, updated_at, name) values ($1, $2, now(), now(), 'Prezzario')",
    [organizationId, bookId],
  );
  await org.database.pool.query(
    `insert into price_book_entry (organization_id, id, book_id, created_at, code, description, unit, price)
     select $1, gen_random_uuid(), $2, now(), null, 'a', 'h', 1 from generate_series(1, ${rowsAtOnce + 5}) n`,
    [organizationId, bookId],
  );
  const stored = () =>
    org.one<{ count: number }>(
      "select count(*)::int, md5(string_agg(to_json(e)::text, '' order by id)) from price_book_entry e",
    );
  const before = await stored();
  const deletion = {
    organizationId,
    kind: "price_book",
    recordId: bookId,
    title: "x",
    userId: null,
    keyId: null,
  } as const;
  await transact(org.database, null, async (unit) => {
    await keepDeletion(unit, deletion, { table: "price_book", ids: [bookId] });
    await unit.execute("delete from price_book where organization_id = $1 and id = $2", [organizationId, bookId]);
  });
  expect(await stored()).toMatchObject({ count: 0 });
  const { id } = await org.one<{ id: string }>("select id from deletion");
  const { entries } = await transact(org.database, null, (unit) => restoreDeletion(unit, organizationId, id));
  expect(entries).toBe(before.count);
  expect(await stored()).toEqual(before);
  // What put them there first was one statement.
  const { rows } = await org.database.pool.query("select rows from touched_rows where rows > 1 order by id offset 1");
  const inParts = [rowsAtOnce, 5];
  expect(rows.map((touched) => touched.rows)).toEqual([...inParts, ...inParts, ...inParts]);
});
