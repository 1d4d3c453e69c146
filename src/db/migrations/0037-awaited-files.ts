import type { MigrationInterface, QueryRunner } from "typeorm";

export class AwaitedFiles0037 implements MigrationInterface {
  name = "AwaitedFiles1795305600037" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- The files of a message that came by WhatsApp or MMS, which its provider still keeps.
      alter table message add column awaited_files jsonb not null default '[]';
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("alter table message drop column awaited_files;");
  }
}
