import type { MigrationInterface, QueryRunner } from "typeorm";

export class LoginRefusals0033 implements MigrationInterface {
  name = "LoginRefusals1795305600033" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- When the mailbox's provider last refused the login. It is tried again rarely, since providers lock a mailbox after a few refusals.
      alter table mail_channel add column login_refused_at timestamptz(3);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("alter table mail_channel drop column login_refused_at;");
  }
}
