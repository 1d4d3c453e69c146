import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Finds contacts that are probably one. What is written goes into its place at once: the list that would gather it is read by each
 * search, and each creation of a contact searches.
 */
export class ContactKeys0025 implements MigrationInterface {
  name = "ContactKeys1795219200025" as const;
  transaction = false as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`create index concurrently if not exists contact_key on contact
      using gin (contact_keys(organization_id, name, emails || pec, phones, array[tax_code, vat_number])) with (fastupdate = off)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("drop index if exists contact_key");
  }
}
