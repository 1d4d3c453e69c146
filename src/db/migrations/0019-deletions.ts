import type { MigrationInterface, QueryRunner } from "typeorm";

export class Deletions0019 implements MigrationInterface {
  name = "Deletions1795219200019" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- What was deleted, for 30 days. Who did it is kept as in the audit log, whatever becomes of the member or the key.
      create table deletion (
        organization_id uuid not null references organization (id) on delete cascade,
        id uuid not null,
        kind text not null,
        record_id uuid not null,
        title text not null,
        deleted_at timestamptz(3) not null,
        user_id uuid, key_id uuid,
        primary key (organization_id, id)
      );
      create index deletion_age on deletion (deleted_at);

      -- Its snapshot: a row that went, whole; or of a row that stayed, the columns that the deletion changed. As json and not jsonb:
      -- what columns of that type hold comes back letter by letter, and so a revision keeps its hash.
      create table deleted_row (
        organization_id uuid not null,
        id uuid not null default gen_random_uuid(),
        deletion_id uuid not null,
        table_name text not null,
        row_id uuid not null,
        -- whether it was deleted itself, not along with another
        is_root boolean not null default false,
        content json, before json, after json,
        check ((content is null) = (before is not null) and (content is null) = (after is not null)),
        primary key (organization_id, id),
        foreign key (organization_id, deletion_id) references deletion (organization_id, id) on delete cascade
      );
      create index deleted_row_deletion on deleted_row (organization_id, deletion_id, table_name);
      create index deleted_row_record on deleted_row (organization_id, row_id);

      create trigger deletion_frozen before update on deletion for each row execute function refuse_change();
      create trigger deleted_row_frozen before update on deleted_row for each row execute function refuse_change();

      -- Locks rows of any table until the transaction ends, so that nothing changes or refers to them. Postgres asks for the right to
      -- change what is locked, which the application lacks where nothing ever changes; so this runs as the tables' owner.
      create function hold_rows(held name, organization uuid, in_column name, ids uuid[]) returns void
      language plpgsql security definer set search_path = pg_catalog, public as $$
      begin
        execute format('select from public.%I where organization_id = $1 and %I = any($2) for update', held, in_column)
          using organization, ids;
      end $$;

      -- A delivery outlives its reminder and its message, so that no later one takes over its number and with it its workflow.
      alter table delivery alter column reminder_id drop not null, alter column message_id drop not null;

      -- A thread that is restored says itself since when it has needed a reply.
      create or replace function keep_needs_reply_since() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' and new.status = 'needs_reply' and new.needs_reply_since is not null then
          return new;
        end if;
        if new.status <> 'needs_reply' then
          new.needs_reply_since := null;
          new.reply_told_at := null;
        elsif tg_op = 'INSERT' or old.status <> 'needs_reply' then
          new.needs_reply_since := now();
          new.reply_told_at := null;
        end if;
        return new;
      end $$;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      create or replace function keep_needs_reply_since() returns trigger language plpgsql as $$
      begin
        if new.status <> 'needs_reply' then
          new.needs_reply_since := null;
          new.reply_told_at := null;
        elsif tg_op = 'INSERT' or old.status <> 'needs_reply' then
          new.needs_reply_since := now();
          new.reply_told_at := null;
        end if;
        return new;
      end $$;
      delete from delivery where reminder_id is null or message_id is null;
      alter table delivery alter column reminder_id set not null, alter column message_id set not null;
      drop table deleted_row, deletion;
      drop function hold_rows;
    `);
  }
}
