import type { MigrationInterface, QueryRunner } from "typeorm";

export class WebSession0004 implements MigrationInterface {
  name = "WebSession1795219200004" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- A browser that is signed in. Its cookie's value is known here by its hash alone; the id is for lists and for ending it.
      create table web_session (
        id_sha256 bytea primary key,
        id uuid not null unique,
        user_id uuid not null references user_account (id) on delete cascade,
        organization_id uuid references organization (id) on delete set null,
        browser text,
        created_at timestamptz(3) not null,
        last_seen_at timestamptz(3) not null,
        expires_at timestamptz(3) not null
      );
      create index web_session_user on web_session (user_id);
      create index web_session_organization on web_session (organization_id);
      create index web_session_age on web_session (expires_at);

      -- An invitation, or a way to a new password. Its token is made when the mail goes out and known by its hash alone.
      create table account_link (
        id uuid primary key,
        organization_id uuid not null references organization (id) on delete cascade,
        kind text not null,
        email text not null,
        user_id uuid references user_account (id) on delete cascade,
        role text,
        invited_by uuid references user_account (id) on delete set null,
        token_sha256 bytea unique,
        status text not null default 'queued',
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        used_at timestamptz(3)
      );
      create index account_link_organization on account_link (organization_id);
      create index account_link_user on account_link (user_id);
      create index account_link_inviter on account_link (invited_by);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("drop table account_link, web_session;");
  }
}
