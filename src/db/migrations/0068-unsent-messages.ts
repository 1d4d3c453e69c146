import type { MigrationInterface, QueryRunner } from "typeorm";

/** What waits to be sent and what failed are counted at each scrape of the metrics: without an index all messages were read three times. */
export class UnsentMessages0068 implements MigrationInterface {
  name = "UnsentMessages1795996800068" as const;
  transaction = false as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      "create index concurrently if not exists message_unsent on message (status) where status in ('queued', 'failed')",
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("drop index if exists message_unsent");
  }
}
