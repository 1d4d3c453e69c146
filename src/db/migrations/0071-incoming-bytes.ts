import type { MigrationInterface, QueryRunner } from "typeorm";

/** A receipt that belongs to no message of ours is known by its bytes: without an index each one read all files that ever came. */
export class IncomingBytes0071 implements MigrationInterface {
  name = "IncomingBytes1796169600071" as const;
  transaction = false as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      "create index concurrently if not exists stored_file_incoming on stored_file (organization_id, sha256) where source = 'incoming'",
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("drop index if exists stored_file_incoming");
  }
}
