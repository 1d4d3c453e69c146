import type { MigrationInterface, QueryRunner } from "typeorm";

/** A WhatsApp message or SMS waits for earlier ones of its thread: without an index each would read the whole thread. */
export class ChatOrder0073 implements MigrationInterface {
  name = "ChatOrder1796342400073" as const;
  transaction = false as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `create index concurrently if not exists message_in_chat on message (organization_id, thread_id, id)
       where channel in ('whatsapp', 'sms') and status = 'queued'`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("drop index if exists message_in_chat");
  }
}
