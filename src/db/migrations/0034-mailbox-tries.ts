import type { MigrationInterface, QueryRunner } from "typeorm";

/** What the reading of a mailbox remembers beside its place: from when on, the mail that it tries, and refused logins. */
export class MailboxTries0034 implements MigrationInterface {
  name = "MailboxTries1795305600034" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      alter table mailbox_reading
        -- Mail that came to the mailbox before is left alone.
        add column taken_since timestamptz(3),
        -- A mail whose taking was begun so many times and not ended: it may be what ended the worker.
        add column trying_uid bigint, add column tries integer not null default 0,
        add column refusals integer not null default 0, add column retry_at timestamptz(3),
        -- when the owners were last told that the mailbox can't be read
        add column told_at timestamptz(3);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      alter table mailbox_reading drop column taken_since, drop column trying_uid, drop column tries, drop column refusals,
        drop column retry_at, drop column told_at;
    `);
  }
}
