import { beforeEach, expect, it } from "@jest/globals";
import { keepDeletion } from "../../../src/db/deletions/keep.js";
import { restoreDeletion } from "../../../src/db/deletions/restore.js";
import { transact } from "../../../src/db/transact.js";
import { createTestDatabase } from "../../support/database.js";
import { forAllTests } from "../../support/for-tests.js";
import { createDelivery, insertOrganization } from "../../support/organization-rows.js";
import { storedRows } from "../../support/stored-rows.js";

const database = forAllTests(createTestDatabase);
const org = forAllTests(() => insertOrganization(database.appUrl));
let documentId: string;
let deliveryId: string;
let before: Record<string, string[]>;
beforeEach(async () => {
  await org.database.pool.query("delete from deletion; delete from document; delete from stored_file");
  ({ documentId, deliveryId } = await createDelivery(org, "cliente@example.test", 14));
  await org.one(
    `with file as (
       insert into stored_file (organization_id, id, created_at, updated_at, name, content_type, size_bytes, sha256, content)
       values ($1, $2, now(), now(), 'x', 'application/pdf', 4, 'x', '\\x00ff0a22'))
     insert into revision_pdf select organization_id, id, $2, 'x', now() from document_revision where document_id = $2 returning file_id`,
    org.organizationId,
    documentId,
  );
  before = await rows();
});

const marks = ["version", "updated_at"];
const rows = () => storedRows(org.database.pool, org.organizationId, { reminder: marks });

/** Deletes the document, or its file, as the actions do. @returns the deletion's id */
async function remove(kind: "document" | "file"): Promise<string> {
  const { organizationId } = org;
  const table = kind === "document" ? "document" : "stored_file";
  const deletion = { organizationId, kind, recordId: documentId, title: "x", userId: null, keyId: null };
  await transact(org.database, null, async (unit) => {
    await keepDeletion(unit, deletion, { table, ids: [documentId] });
    await unit.execute(`delete from ${table} where organization_id = $1 and id = $2`, [organizationId, documentId]);
  });
  return (await org.one<{ id: string }>("select id from deletion")).id;
}
const restore = (deletionId: string) =>
  transact(org.database, null, (unit) => restoreDeletion(unit, org.organizationId, deletionId));

it("brings back a frozen revision with its PDF, though the application may change neither", async () => {
  const deletionId = await remove("document");
  expect(Object.keys(await rows())).not.toContain("revision_pdf");
  const { restored } = await restore(deletionId);
  expect(restored.map(({ table }) => table).sort()).toEqual(
    ["delivery", "document", "document_revision", "reminder", "revision_pdf"].sort(),
  );
  expect(await rows()).toEqual(before);
});

it("brings back bytes", async () => {
  // With its revision, whose PDF can't go before it.
  await org.database.pool.query("delete from document");
  before = await rows();
  await restore(await remove("file"));
  expect(await rows()).toEqual(before);
});

it("refuses a revision that is not as it was issued", async () => {
  const deletionId = await remove("document");
  await org.one(
    `with kept as (delete from deleted_row where table_name = 'document_revision' returning *)
     insert into deleted_row select organization_id, id, deletion_id, table_name, row_id, is_root,
       replace(content::text, '"qty":2', '"qty":3')::json, before, after from kept returning id`,
  );
  await expect(restore(deletionId)).rejects.toThrow(/not as they were issued/);
  expect((await rows()).document).toBeUndefined();
});

it("leaves out what needs something that is gone for good, and unlinks what can be without it", async () => {
  const deletionId = await remove("document");
  await org.database.pool.query("delete from reminder");
  const { missing, restored } = await restore(deletionId);
  expect([missing, restored.map(({ table }) => table)]).toEqual([[], expect.arrayContaining(["document", "delivery"])]);
  const { reminder } = await org.one<{ reminder: string | null }>(
    "select reminder_id as reminder from delivery where id = $1",
    deliveryId,
  );
  expect(reminder).toBeNull();
});

it("gives a column that was added since its default", async () => {
  const deletionId = await remove("document");
  await org.one(
    `with kept as (delete from deleted_row where table_name = 'delivery' returning *)
     insert into deleted_row select organization_id, id, deletion_id, table_name, row_id, is_root,
       (content::jsonb - 'version')::json, before, after from kept returning id`,
  );
  await restore(deletionId);
  expect((await rows()).delivery).toEqual(before.delivery);
});

it("brings nothing back into another organization, whatever the kept rows say", async () => {
  const deletionId = await remove("document");
  const { rows: kept } = await org.database.pool.query(
    `with kept as (delete from deleted_row where table_name = 'document' returning *)
     insert into deleted_row select organization_id, id, deletion_id, table_name, row_id, is_root,
       (content::jsonb || jsonb_build_object('organization_id', gen_random_uuid()))::json from kept returning 1`,
  );
  expect(kept).toHaveLength(1);
  await restore(deletionId);
  expect(await rows()).toEqual(before);
});
