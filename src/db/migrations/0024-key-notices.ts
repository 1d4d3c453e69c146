import type { MigrationInterface, QueryRunner } from "typeorm";

export class KeyNotices0024 implements MigrationInterface {
  name = "KeyNotices1795219200024" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- How many days before its end a key's people were last told of it, so that each notice is written once.
      alter table api_key add column told_days_ahead smallint;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("alter table api_key drop column told_days_ahead");
  }
}
