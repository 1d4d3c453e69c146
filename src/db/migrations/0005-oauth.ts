import type { MigrationInterface, QueryRunner } from "typeorm";

export class OAuth0005 implements MigrationInterface {
  name = "OAuth1795219200005" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- What the authorization server keeps: clients, approvals under way, codes, tokens. Each is known by its hash alone.
      create table oauth_artifact (
        model text not null,
        id_sha256 bytea not null,
        payload jsonb not null,
        grant_id text,
        uid text,
        created_at timestamptz(3) not null default now(),
        consumed_at timestamptz(3),
        expires_at timestamptz(3),
        primary key (model, id_sha256)
      );
      create index oauth_artifact_grant on oauth_artifact (grant_id) where grant_id is not null;
      create index oauth_artifact_uid on oauth_artifact (uid) where uid is not null;
      create index oauth_artifact_expiry on oauth_artifact (expires_at) where expires_at is not null;

      -- One row per approval: a client that acts for a member in one organization. It ends with the membership.
      create table connection (
        grant_id text primary key,
        organization_id uuid not null,
        user_id uuid not null references user_account (id) on delete cascade,
        mode text not null check (mode in ('read', 'change')),
        client_id text not null,
        client_name text,
        redirect_host text not null,
        created_at timestamptz(3) not null,
        last_used_at timestamptz(3),
        revoked_at timestamptz(3),
        foreign key (organization_id, user_id) references membership (organization_id, user_id) on delete cascade
      );
      create index connection_member on connection (organization_id, user_id);
      create index connection_user on connection (user_id);
      create index connection_client on connection (client_id);

      -- What the authorization server signs with, encrypted; the highest number is in use, older ones only verify.
      create table oauth_key (
        n integer primary key,
        keys bytea not null,
        created_at timestamptz(3) not null default now()
      );

      alter table audit_event add connection_id text;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      alter table audit_event drop connection_id;
      drop table oauth_key, connection, oauth_artifact;
    `);
  }
}
