import type { MigrationInterface, QueryRunner } from "typeorm";

/** Each sweep looks for PECs and files that have been awaited for days: without an index all messages were read twice. */
export class OpenMessages0069 implements MigrationInterface {
  name = "OpenMessages1796083200069" as const;
  transaction = false as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `create index concurrently if not exists message_open on message (channel, created_at)
       where (channel = 'pec' and status in ('queued', 'sent')) or awaited_files <> '[]'`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("drop index if exists message_open");
  }
}
