import type { MigrationInterface, QueryRunner } from "typeorm";

export class IssueCheck0017 implements MigrationInterface {
  name = "IssueCheck1795305600017" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- Whether a document in which the fixed checks find errors is issued with warnings, or not at all.
      alter table organization
        add column issue_check text not null default 'warn' check (issue_check in ('warn', 'refuse'));
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      alter table organization drop column issue_check;
    `);
  }
}
