import { beforeAll, expect, it } from "@jest/globals";
import { keepDeletion } from "../../../src/db/deletions/keep.js";
import { rowsAtOnce } from "../../../src/db/deletions/parts.js";
import { restoreDeletion } from "../../../src/db/deletions/restore.js";
import { newId } from "../../../src/db/new-id.js";
import { transact } from "../../../src/db/transact.js";
import { createTestDatabase, openConnection } from "../../support/database.js";
import { forAllTests } from "../../support/for-tests.js";
import { insertOrganization } from "../../support/organization-rows.js";

const database = forAllTests(createTestDatabase);
const org = forAllTests(() => insertOrganization(database.appUrl));

/** Notes how many rows each statement touches in a table. */
const watch = (table: string, event: "insert" | "update" | "delete") => `
  create trigger ${event}_watched after ${event} on ${table} referencing ${event === "delete" ? "old" : "new"} table as touched
    for each statement execute function note_touched()`;

beforeAll(async () => {
  const owner = await openConnection(database.ownerUrl);
  await owner.query(
    [
      `create table touched_rows (id serial, rows integer);
       create function note_touched() returns trigger language plpgsql security definer as
         $$ begin insert into public.touched_rows (rows) select count(*) from touched; return null; end $$;
       grant select on touched_rows to public`,
      watch("deleted_row", "insert"),
      watch("price_book_entry", "delete"),
      watch("price_book_entry", "insert"),
      watch("thread", "update"),
    ].join(";"),
  );
  await owner.end();
});

const entries = rowsAtOnce + 5;
const inParts = [rowsAtOnce, 5];

/** Deletes a record, as the actions do, and restores it. @returns the sizes of the statements meanwhile, those of single rows left out */
async function removeAndRestore(kind: "price_book" | "contact", id: string) {
  const { organizationId } = org;
  const { last } = await org.one<{ last: number }>("select coalesce(max(id), 0) as last from touched_rows");
  const deletion = { organizationId, kind, recordId: id, title: "x", userId: null, keyId: null };
  await transact(org.database, null, async (unit) => {
    await keepDeletion(unit, deletion, { table: kind, ids: [id] });
    await unit.execute(`delete from ${kind} where organization_id = $1 and id = $2`, [organizationId, id]);
  });
  const { id: deletionId } = await org.one<{ id: string }>("select id from deletion");
  await transact(org.database, null, (unit) => restoreDeletion(unit, organizationId, deletionId));
  const { rows } = await org.database.pool.query(
    "select rows from touched_rows where rows > 1 and id > $1 order by id",
    [last],
  );
  return rows.map((touched) => touched.rows);
}

it("keeps, deletes and restores a large price book by statements of a bounded size each", async () => {
  const bookId = newId();
  await org.database.pool.query(
    "insert into price_book (organization_id, id, created_at, updated_at, name) values ($1, $2, now(), now(), 'Prezzario')",
    [org.organizationId, bookId],
  );
  await org.database.pool.query(
    `insert into price_book_entry (organization_id, id, book_id, created_at, description, unit, price)
     select $1, gen_random_uuid(), $2, now(), 'a', 'h', 1 from generate_series(1, ${entries})`,
    [org.organizationId, bookId],
  );
  const stored = () =>
    org.one("select count(*)::int, md5(string_agg(to_json(e)::text, '' order by id)) from price_book_entry e");
  const before = await stored();
  expect(await removeAndRestore("price_book", bookId)).toEqual([...inParts, ...inParts, ...inParts]);
  expect(await stored()).toEqual(before);
});

it("links what a deletion unlinked by statements of a bounded size each", async () => {
  const contactId = newId();
  await org.database.pool.query(
    `insert into contact (organization_id, id, created_at, updated_at, name, role, emails, phones)
     values ($1, $2, now(), now(), 'Anna', 'client', '{}', '{}')`,
    [org.organizationId, contactId],
  );
  await org.database.pool.query(
    `insert into thread (organization_id, id, created_at, updated_at, status, channel, contact_id)
     select $1, gen_random_uuid(), now(), now(), 'closed', 'email', $2 from generate_series(1, ${entries})`,
    [org.organizationId, contactId],
  );
  const sizes = await removeAndRestore("contact", contactId);
  expect(sizes.slice(-2)).toEqual(inParts);
  expect(await org.one("select count(*)::int from thread where contact_id = $1", contactId)).toEqual({
    count: entries,
  });
});
