import type { MigrationInterface, QueryRunner } from "typeorm";

export class Accounts0011 implements MigrationInterface {
  name = "Accounts1795219200011" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- Who made a key: a key of the organization outlives its maker's membership, and the owners are told so at the removal.
      alter table api_key add column created_by uuid references user_account (id) on delete set null;
      create index api_key_maker on api_key (created_by);
      update api_key k set created_by = u.id from audit_event e join user_account u on u.id = e.user_id
        where e.organization_id = k.organization_id and e.record_id = k.id::text and e.action = 'create_key';

      -- A browser in which somebody has signed in before, by the hash of its cookie's value. Strangers' guesses don't count against it.
      create table known_device (
        user_id uuid not null references user_account (id) on delete cascade,
        device_sha256 bytea not null,
        seen_at timestamptz(3) not null,
        primary key (user_id, device_sha256)
      );
      create index known_device_device on known_device (device_sha256);
      create index known_device_age on known_device (seen_at);
      -- When the password was last given in this session; null: when it began.
      alter table web_session add column proved_at timestamptz(3);
      -- Mails that tell a person what happened to the account are kept beside the links until they are sent: what they name, such as a key.
      alter table account_link add column about text;

      -- The secret of a person's authenticator app, encrypted, and the step of the last code that was used: a code works once.
      create table second_factor (
        user_id uuid primary key references user_account (id) on delete cascade,
        secret bytea not null,
        last_step bigint not null,
        confirmed_at timestamptz(3) not null
      );
      create table recovery_code (
        user_id uuid not null references user_account (id) on delete cascade,
        code_sha256 bytea not null,
        primary key (user_id, code_sha256)
      );
      -- A sign-in whose password was right and whose code is still to come.
      create table second_step (
        token_sha256 bytea primary key,
        user_id uuid not null references user_account (id) on delete cascade,
        attempts integer not null default 0,
        expires_at timestamptz(3) not null
      );
      create index second_step_user on second_step (user_id);
      create index second_step_age on second_step (expires_at);
      -- Of whom an organization requires a second factor: none, owners or all.
      alter table organization add column require_second_factor text not null default 'none';
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      alter table organization drop column require_second_factor;
      drop table second_step, recovery_code, second_factor, known_device;
      delete from account_link where kind not in ('invitation', 'password_reset');
      alter table account_link drop column about;
      alter table web_session drop column proved_at;
      alter table api_key drop column created_by;
    `);
  }
}
