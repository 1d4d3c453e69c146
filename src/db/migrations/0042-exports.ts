import type { MigrationInterface, QueryRunner } from "typeorm";

/** What is rendered needn't be a document: exports of a bill are made, waited for and forgotten in the same way. */
export class Exports0042 implements MigrationInterface {
  name = "Exports1795305600042" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      alter table rendering
        alter column document_id drop not null,
        -- of an export: the bill, what is to be made of it, and the versions of all that it shows, by which the same one is found again
        add column bill_id uuid, add column export jsonb, add column basis text,
        -- how often a worker began with it: one that ends each worker must not go on for ever
        add column tries integer not null default 0;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      delete from rendering where document_id is null;
      alter table rendering alter column document_id set not null, drop column bill_id, drop column export, drop column basis,
        drop column tries;
    `);
  }
}
