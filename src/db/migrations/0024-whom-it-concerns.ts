import type { MigrationInterface, QueryRunner } from "typeorm";

export class WhomItConcerns0024 implements MigrationInterface {
  name = "WhomItConcerns1795219200024" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- How many days before its end a key's people were last told of it, so that each notice is written once.
      alter table api_key add column told_days_ahead smallint;
      -- Whom or what a security event is about beside its person: the address of who was invited or removed, the name of a key.
      alter table security_event add column about text;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("alter table api_key drop column told_days_ahead; alter table security_event drop column about;");
  }
}
