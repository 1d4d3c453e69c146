import type { MigrationInterface, QueryRunner } from "typeorm";

export class LateReminders0007 implements MigrationInterface {
  name = "LateReminders1795219200007" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- The sweep asks each hour which watched reminders are long past: without this it would read the whole table.
      create index reminder_late on reminder (due_at) where status = 'pending' and watched_at is not null;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("drop index reminder_late;");
  }
}
