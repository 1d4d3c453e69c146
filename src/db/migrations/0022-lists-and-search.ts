import type { MigrationInterface, QueryRunner } from "typeorm";
import { furtherRecords, furtherRecordsDown } from "./search/further-records.js";

/**
 * Lists filter documents by their total, which the program stores with each change from now on. The totals of those that there are
 * follow from their line items, with one rate of VAT for all.
 *
 * Tasks, reminders, submissions and bills of quantities are searched too.
 */
export class ListsAndSearch0022 implements MigrationInterface {
  name = "ListsAndSearch1795219200022" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      alter table document add column total numeric;
      update document d set total = taxable + round(taxable * coalesce(d.vat_pct::text::numeric, 0) / 100, 2)
      from (
        select organization_id, id, subtotal - round(subtotal * coalesce(discount_pct::text::numeric, 0) / 100, 2) as taxable
        from document cross join lateral (
          select coalesce(sum(round((item ->> 'qty')::numeric * (item ->> 'price')::numeric, 2)), 0) as subtotal
          from jsonb_array_elements(line_items) item) lines
      ) priced
      where d.organization_id = priced.organization_id and d.id = priced.id;
    `);
    await db.query(furtherRecords);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(furtherRecordsDown);
    await db.query("alter table document drop column total");
  }
}
