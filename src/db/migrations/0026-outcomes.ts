import type { MigrationInterface, QueryRunner } from "typeorm";

export class Outcomes0026 implements MigrationInterface {
  name = "Outcomes1795219200026" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- The outcomes that a submission had before, each with the clock of then: reopen_submission takes the last one back.
      -- outcome_set_at: when the outcome was recorded, where its date was corrected; outcome_at is then the day of the answer.
      alter table submission add outcomes_before jsonb, add outcome_set_at timestamptz(3);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("alter table submission drop outcomes_before, drop outcome_set_at");
  }
}
