import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Threads hear the other side: what an incoming message says and where it belongs, how far an outgoing one came, and how far each mailbox
 * has been read.
 */
export class Hub0031 implements MigrationInterface {
  name = "Hub1795305600031" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      alter table thread
        add column token text, add column unread integer not null default 0,
        add column participants jsonb not null default '[]', add column last_inbound_at timestamptz(3);
      -- raw_file_id has no foreign key, like the ids in attachments: deleting a file looks for its holders.
      alter table message
        add column from_name text, add column cc jsonb not null default '[]', add column quoted text, add column raw_file_id uuid,
        add column content_sha256 text, add column reference_ids jsonb not null default '[]', add column automatic text,
        add column provider_id text, add column accepted_at timestamptz(3), add column delivered_at timestamptz(3),
        add column read_at timestamptz(3), add column receipts jsonb not null default '[]', add column sms_parts integer;
      -- Where the reading of a mailbox has come to. UIDs count from the beginning when the mailbox or its UIDVALIDITY is another.
      create table mailbox_reading (
        organization_id uuid not null references organization (id) on delete cascade,
        channel text not null,
        mailbox text not null,
        uid_validity bigint,
        last_uid bigint not null default 0,
        read_at timestamptz(3), failed_at timestamptz(3), error text,
        held_by text, held_until timestamptz(3),
        primary key (organization_id, channel)
      );
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      drop table mailbox_reading;
      alter table message drop column from_name, drop column cc, drop column quoted, drop column raw_file_id,
        drop column content_sha256, drop column reference_ids, drop column automatic, drop column provider_id, drop column accepted_at,
        drop column delivered_at, drop column read_at, drop column receipts, drop column sms_parts;
      alter table thread drop column token, drop column unread, drop column participants, drop column last_inbound_at;
    `);
  }
}
