import type { MigrationInterface, QueryRunner } from "typeorm";

/** What the clocks of a project follow from, where their present state doesn't tell: on what an integration took effect, and a date as it was set. */
export class ClockFacts0070 implements MigrationInterface {
  name = "ClockFacts1796169600070" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      alter table submission add column integrated jsonb, add column deadline_given_at timestamptz(3);
      alter table project add column deadline_given jsonb;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      alter table submission drop column integrated, drop column deadline_given_at;
      alter table project drop column deadline_given;
    `);
  }
}
