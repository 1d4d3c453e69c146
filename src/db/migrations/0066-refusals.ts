import type { MigrationInterface, QueryRunner } from "typeorm";

export class Refusals0066 implements MigrationInterface {
  name = "Refusals1795824000066" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- Recipients for whom the server refused a message that it took for others.
      alter table message add column refusals jsonb;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("alter table message drop column refusals;");
  }
}
