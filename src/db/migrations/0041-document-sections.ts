import type { MigrationInterface, QueryRunner } from "typeorm";

export class DocumentSections0041 implements MigrationInterface {
  name = "DocumentSections1795305600041" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- The chapters of a quote that was drafted from a bill: title, first line and number of lines of each.
      alter table document add column sections jsonb not null default '[]';
      alter table template add column sections jsonb not null default '[]';
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      alter table template drop column sections;
      alter table document drop column sections;
    `);
  }
}
