import type { MigrationInterface, QueryRunner } from "typeorm";

export class Quotas0010 implements MigrationInterface {
  name = "Quotas1795219200010" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- What an organization may send and ask for in a day, so that a stolen key or a program gone wild stays cheap.
      alter table organization
        add column quota_mails integer not null default 2000 check (quota_mails >= 0),
        add column quota_invitations integer not null default 50 check (quota_invitations >= 0),
        add column quota_model_calls integer not null default 500 check (quota_model_calls >= 0);
      -- What was used of it, by the organization's own days. Counted in the commit of the order, so two APIs can't exceed it together.
      create table quota_use (
        organization_id uuid not null references organization (id) on delete cascade,
        day date not null,
        kind text not null check (kind in ('mails', 'invitations', 'model_calls')),
        used integer not null,
        primary key (organization_id, day, kind)
      );
      -- The versions of the contact and the project that a review saw, so that nothing unchanged is paid for twice. Null: not known.
      alter table ai_run add column around text;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      alter table ai_run drop column around;
      drop table quota_use;
      alter table organization drop column quota_mails, drop column quota_invitations, drop column quota_model_calls;
    `);
  }
}
