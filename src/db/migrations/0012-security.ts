import type { MigrationInterface, QueryRunner } from "typeorm";

export class Security0012 implements MigrationInterface {
  name = "Security1795219200012" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- What matters to an organization's security, for its owners and for 90 days: the log has the same, but they don't read it.
      -- Times: how often within that minute. Who did it keeps its id when it is gone, as in the audit log.
      create table security_event (
        organization_id uuid not null references organization (id) on delete cascade,
        id uuid not null,
        at timestamptz(3) not null,
        times integer not null,
        action text not null,
        user_id uuid, key_id uuid, connection_id text,
        route text, reason text, address text,
        primary key (organization_id, id)
      );
      create index security_event_age on security_event (at);

      -- Passkeys (WebAuthn): a second factor beside the codes of an app. The public key is in COSE; the counter must grow with each use.
      create table passkey (
        credential_id text primary key,
        user_id uuid not null references user_account (id) on delete cascade,
        public_key bytea not null,
        counter bigint not null,
        transports text[] not null,
        name text not null,
        created_at timestamptz(3) not null,
        last_used_at timestamptz(3)
      );
      create index passkey_user on passkey (user_id);
      -- What a passkey has to sign next, once: at a sign-in, and where one is added.
      alter table second_step add column challenge text, add column challenged_at timestamptz(3);
      alter table web_session add column challenge text, add column challenged_at timestamptz(3);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      alter table web_session drop column challenge, drop column challenged_at;
      alter table second_step drop column challenge, drop column challenged_at;
      drop table passkey, security_event;
    `);
  }
}
