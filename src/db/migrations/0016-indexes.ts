import type { MigrationInterface, QueryRunner } from "typeorm";

/** Built while the tables are written: without them everything works, more slowly. */
export class Indexes0016 implements MigrationInterface {
  name = "Indexes1795219200016" as const;
  transaction = false as const;

  async up(db: QueryRunner): Promise<void> {
    // Guests search the titles of their projects.
    await db.query(
      `create index concurrently if not exists search_record_project on search_record (organization_id, project_id)`,
    );
    // The files that messages carry are found by file.
    await db.query(`create index concurrently if not exists message_attachment
      on message using gin (attachments jsonb_path_ops) where attachments <> '[]'`);
    // The relay takes a few orders of each organization in turn.
    await db.query(`create index concurrently if not exists outbox_turn on outbox (organization_id, id)`);
    await db.query(`drop index concurrently if exists outbox_organization`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      create index outbox_organization on outbox (organization_id);
      drop index if exists search_record_project, message_attachment, outbox_turn;
    `);
  }
}
