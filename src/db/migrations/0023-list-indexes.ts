import type { MigrationInterface, QueryRunner } from "typeorm";

/** What finds the few records of a list among an organization's 100,000. */
const indexes: Record<string, string> = {
  document_status: "document (organization_id, status, id)",
  document_kind: "document (organization_id, kind, id)",
  document_updated: "document (organization_id, updated_at)",
  document_total: "document (organization_id, total)",
  document_valid_until: "document (organization_id, valid_until) where valid_until is not null",
  document_revision_issued: "document_revision (organization_id, issued_at)",
};

/** Built while the tables are written: without them everything works, more slowly. */
export class ListIndexes0023 implements MigrationInterface {
  name = "ListIndexes1795219200023" as const;
  transaction = false as const;

  async up(db: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(indexes))
      await db.query(`create index concurrently if not exists ${name} on ${columns}`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const name of Object.keys(indexes)) await db.query(`drop index if exists ${name}`);
  }
}
