import type { MigrationInterface, QueryRunner } from "typeorm";

/** What comes finds its message also among what was deleted: without indexes all of that would be read for each mail and receipt. */
export class NamesOfDeletedMessages0072 implements MigrationInterface {
  name = "NamesOfDeletedMessages1796256000072" as const;
  transaction = false as const;

  async up(db: QueryRunner): Promise<void> {
    for (const column of ["message_id_header", "provider_id", "content_sha256"])
      await db.query(
        `create index concurrently if not exists deleted_${column} on deleted_row (organization_id, (content ->> '${column}'))
         where table_name = 'message'`,
      );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("drop index if exists deleted_message_id_header, deleted_provider_id, deleted_content_sha256");
  }
}
