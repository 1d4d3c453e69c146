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
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("drop table security_event");
  }
}
