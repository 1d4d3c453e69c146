import type { MigrationInterface, QueryRunner } from "typeorm";

/** Expired files are looked for among the files of deleted messages: without an index, each file would need all of these to be read. */
export class FilesOfDeletedMessages0078 implements MigrationInterface {
  name = "FilesOfDeletedMessages1796774400078" as const;
  transaction = false as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `create index concurrently if not exists deleted_attachment
         on deleted_row using gin (((content -> 'attachments')::jsonb) jsonb_path_ops) where table_name = 'message'`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("drop index if exists deleted_attachment");
  }
}
