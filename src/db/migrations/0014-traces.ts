import type { MigrationInterface, QueryRunner } from "typeorm";

export class Traces0014 implements MigrationInterface {
  name = "Traces1795219200014" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- The trace in which an order was made, as a W3C traceparent: the relay hands the order over later, often in another process.
      alter table outbox add column traceparent text;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("alter table outbox drop column traceparent");
  }
}
