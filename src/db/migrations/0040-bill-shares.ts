import type { MigrationInterface, QueryRunner } from "typeorm";

/** Bills say what labour and safety cost, also in lists that don't read their lines, and keep the decimals of an imported file. */
export class BillShares0040 implements MigrationInterface {
  name = "BillShares1795305600040" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      alter table bill_of_quantities
        add computed json,
        add quantity_decimals integer check (quantity_decimals between 0 and 10)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("alter table bill_of_quantities drop computed, drop quantity_decimals");
  }
}
