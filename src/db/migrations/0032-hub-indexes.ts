import type { MigrationInterface, QueryRunner } from "typeorm";

/** What finds a message's thread, keeps a message that comes twice from being kept twice, and lists threads by their last message. */
const indexes: Record<string, string> = {
  thread_token: "index thread_token on thread (token) where token is not null",
  thread_address: "index thread_address on thread (organization_id, channel, address)",
  thread_last_message:
    "index thread_last_message on thread (organization_id, last_message_at desc nulls last, id desc)",
  message_header_of_channel:
    "unique index message_header_of_channel on message (organization_id, channel, message_id_header)",
  message_content:
    "unique index message_content on message (organization_id, channel, content_sha256) where content_sha256 is not null",
  message_provider:
    "unique index message_provider on message (organization_id, channel, provider_id) where provider_id is not null",
};

/** Built while the tables are written. Two organizations may write to each other: a Message-ID is unique within one alone. */
export class HubIndexes0032 implements MigrationInterface {
  name = "HubIndexes1795305600032" as const;
  transaction = false as const;

  async up(db: QueryRunner): Promise<void> {
    for (const index of Object.values(indexes))
      await db.query(`create ${index.replace("index ", "index concurrently if not exists ")}`);
    await db.query("drop index concurrently if exists message_header");
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("create unique index if not exists message_header on message (message_id_header)");
    for (const name of Object.keys(indexes)) await db.query(`drop index if exists ${name}`);
  }
}
