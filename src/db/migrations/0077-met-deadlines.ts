import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * When a project's stage last went on from approved. Once works began before a term was over, nothing said that its act had
 * been issued: people were told that it passed with no outcome. Of rows from before, this isn't known. One that is older than
 * the deadline says nothing of it: the release before sets a deadline and doesn't know this column.
 */
export class MetDeadlines0077 implements MigrationInterface {
  name = "MetDeadlines1796688000077" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query("alter table project add column deadline_met_at timestamptz(3)");
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("alter table project drop column deadline_met_at");
  }
}
