import { beforeAll, describe, expect, it } from "@jest/globals";
import { createTestDatabase, openConnection } from "../support/database.js";
import { forAllTests } from "../support/for-tests.js";
import { createDelivery, insertOrganization } from "../support/organization-rows.js";

const database = forAllTests(createTestDatabase);
const org = forAllTests(() => insertOrganization(database.appUrl));
const owner = forAllTests(() => openConnection(database.ownerUrl));
const app = forAllTests(() => openConnection(database.appUrl));
let documentId: string;

beforeAll(async () => {
  ({ documentId } = await createDelivery(org, "cliente@example.test", 14));
  await org.one(
    `insert into audit_event (organization_id, id, at, via, action, changes) values ($1, $2, now(), 'rest', 'x', '[]') returning id`,
    org.organizationId,
    documentId,
  );
  await org.one(
    `with file as (
       insert into stored_file (organization_id, id, created_at, updated_at, name, content_type, size_bytes, sha256, content)
       values ($1, $2, now(), now(), 'x', 'application/pdf', 1, 'x', 'x'))
     insert into revision_pdf select organization_id, id, $2, 'x', now() from document_revision where document_id = $2 returning file_id`,
    org.organizationId,
    documentId,
  );
});

const never = /never changed/;
const denied = /permission denied/;
const count = (table: string) => org.one<{ n: number }>(`select count(*) as n from ${table}`);

describe("what the database itself refuses", () => {
  it.each(["document_revision", "audit_event", "revision_pdf"])(
    "%s: the application may neither change nor delete nor empty it",
    async (table) => {
      for (const statement of [
        `update ${table} set organization_id = organization_id`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ]) {
        await expect(app.query(statement)).rejects.toThrow(denied);
      }
      expect(await count(table)).toEqual({ n: 1 });
    },
  );

  it("a revision is never changed by the tables' owner either, in any of its columns", async () => {
    for (const change of [
      "content = '{}'",
      "sha256 = 'x'",
      "number = 'x'",
      "revision = 2",
      "issued_at = now()",
      "version = 2",
    ]) {
      await expect(owner.query(`update document_revision set ${change}`)).rejects.toThrow(never);
    }
    await expect(owner.query("truncate document_revision cascade")).rejects.toThrow(never);
    await expect(owner.query("delete from document_revision")).rejects.toThrow(/only with its document/);
    expect(await count("document_revision")).toEqual({ n: 1 });
  });

  it("a revision's stored PDF stays the one that was rendered", async () => {
    await expect(owner.query("update revision_pdf set sha256 = 'y'")).rejects.toThrow(never);
    for (const client of [app, owner]) {
      await expect(client.query("delete from stored_file")).rejects.toThrow(/foreign key/);
      await expect(client.query("update stored_file set content = 'y'")).rejects.toThrow(
        /never changed|permission denied/,
      );
    }
  });

  it("an audit event is never changed or removed by the owner either", async () => {
    await expect(owner.query("update audit_event set action = 'y'")).rejects.toThrow(never);
    await expect(owner.query("delete from audit_event")).rejects.toThrow(never);
    await expect(owner.query("truncate audit_event")).rejects.toThrow(never);
    await expect(owner.query("delete from organization")).rejects.toThrow();
    expect(await count("audit_event")).toEqual({ n: 1 });
  });

  it("what a deletion keeps is never changed, by the owner either", async () => {
    await org.one(
      `with head as (
         insert into deletion (organization_id, id, kind, record_id, title, deleted_at) values ($1, $2, 'task', $2, 'x', now()))
       , content as (insert into deleted_content values ($1, $2, $2, '[]', 0, 0, '[]', 2))
       insert into deleted_row (organization_id, deletion_id, table_name, row_id, content) values ($1, $2, 'task', $2, '{}') returning id`,
      org.organizationId,
      documentId,
    );
    for (const table of ["deletion", "deleted_row", "deleted_content"]) {
      await expect(app.query(`update ${table} set organization_id = organization_id`)).rejects.toThrow(denied);
      await expect(owner.query(`update ${table} set organization_id = organization_id`)).rejects.toThrow(never);
      await expect(app.query(`truncate ${table} cascade`)).rejects.toThrow(denied);
    }
  });

  it("a reference into another organization", async () => {
    const other = await org.one<{ id: string }>(
      "insert into organization (id, name, created_at, updated_at) values (gen_random_uuid(), 'Altro', now(), now()) returning id",
    );
    await expect(
      app.query(
        `insert into document_revision (organization_id, id, created_at, updated_at, document_id, revision, number, issued_at, sha256, content)
         values ($1, gen_random_uuid(), now(), now(), $2, 2, 'x', now(), 'x', '{}')`,
        [other.id, documentId],
      ),
    ).rejects.toThrow(/foreign key/);
  });

  it("but a document goes with its revisions", async () => {
    await app.query("delete from document where id = $1", [documentId]);
    expect(await count("document_revision")).toEqual({ n: 0 });
    expect(await count("revision_pdf")).toEqual({ n: 0 });
    expect(await count("delivery")).toEqual({ n: 0 });
  });
});
