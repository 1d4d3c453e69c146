import type { MigrationInterface, QueryRunner } from "typeorm";

export class Clocks0020 implements MigrationInterface {
  name = "Clocks1795219200020" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- The integration that took a suspended or running clock over, and the deadline that it had before. No foreign keys: whoever
      -- deletes an integration decides what becomes of the clock.
      alter table submission add continued_by uuid, add deadline_before timestamptz(3);
      alter table project add deadline_continued_by uuid;

      -- When a reminder got another date than it was made with: its notices are planned from then on, and named by their date.
      -- closed_by_clock: an outcome or another clock cancelled it, no person did; it comes back with its clock.
      alter table reminder add due_set_at timestamptz(3), add closed_by_clock boolean not null default false;
      update reminder r set status = 'suspended', version = r.version + 1 from submission s
        where s.organization_id = r.organization_id and s.id = r.submission_id and s.clock_state = 'suspended' and r.status in ('pending', 'due');
      update reminder set closed_by_clock = true
        where status = 'cancelled' and submission_id is not null and notes ~ 'Annullato: (l''ente ha (accolto|respinto) la domanda|un''integrazione ha aperto un nuovo termine)\\.$';
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      update reminder set status = 'pending' where status = 'suspended';
      alter table reminder drop due_set_at, drop closed_by_clock;
      alter table project drop deadline_continued_by;
      alter table submission drop continued_by, drop deadline_before;
    `);
  }
}
