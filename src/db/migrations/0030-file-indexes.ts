import type { MigrationInterface, QueryRunner } from "typeorm";

export class FileIndexes0030 implements MigrationInterface {
  name = "FileIndexes1795219200030" as const;
  transaction = false as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      "create index concurrently if not exists stored_file_project on stored_file (organization_id, project_id)",
    );
    await db.query(
      "create index concurrently if not exists stored_file_creator on stored_file (organization_id, created_by)",
    );
    await db.query(
      "create index concurrently if not exists stored_file_expiry on stored_file (expires_at) where expires_at is not null",
    );
  }

  async down(db: QueryRunner): Promise<void> {
    for (const name of ["stored_file_project", "stored_file_creator", "stored_file_expiry"])
      await db.query(`drop index if exists ${name}`);
  }
}
