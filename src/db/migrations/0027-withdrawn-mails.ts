import type { MigrationInterface, QueryRunner } from "typeorm";

export class WithdrawnMails0027 implements MigrationInterface {
  name = "WithdrawnMails1795219200027" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- When an attempt to hand a message over began whose outcome isn't known. A message without one can be withdrawn for certain.
      alter table message add attempted_at timestamptz(3);

      -- A follow-up that a document's status had closed comes back when the document is set to issued again.
      update reminder set closed_by_clock = true
        where status = 'cancelled' and document_id is not null
          and notes ~ 'Annullato: il documento è stato (accettato|rifiutato|scaduto|riaperto in bozza|riaperto in revisione)\\.$';
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      update reminder set closed_by_clock = false where document_id is not null;
      alter table message drop attempted_at;
    `);
  }
}
