import type { MigrationInterface, QueryRunner } from "typeorm";

const named = [
  "count_price_words()",
  "discount_price_words()",
  "note_searched()",
  "note_searched_message()",
  "refuse_lone_delete()",
];
const all = (change: string): string => named.map((name) => `alter function ${name} ${change};`).join("\n");

/**
 * What pg_restore loads, it loads with an empty search_path. The functions of the price list's generated columns had bodies of text,
 * whose names were looked up only then, and not found: the table could not be made. A body with RETURN is read once, here, and holds the
 * functions themselves. The result is the same, so no row is written anew. Triggers keep the search_path of their making.
 */
export class Restorable0009 implements MigrationInterface {
  name = "Restorable1795219200009" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      create or replace function code_key(code text) returns text immutable parallel safe language sql
        return left(replace(search_text(left(code, 400)), ' ', ''), 100);
      create or replace function price_vector(code text, category text, description text, unit text, notes text)
      returns tsvector immutable parallel safe language sql
        return setweight(search_vector(left(concat_ws(' ', code, unit, description), 50000)), 'A')
          || coalesce(setweight(search_vector(left(category, 50000)), 'B'), '')
          || coalesce(setweight(search_vector(left(notes, 50000)), 'D'), '');
      ${all("set search_path from current")}

      -- What is true of the installation as a whole; one row.
      create table installation (
        only_one boolean primary key default true check (only_one),
        -- of the SECRET_KEY with which stored credentials were encrypted
        secret_key_fingerprint text,
        -- which cluster, database and table this row was written in: it differs once the database has been restored elsewhere
        place text,
        restored_at timestamptz(3),
        -- all workflows have to be started anew from the rows, because the database was restored
        repair_wanted_at timestamptz(3)
      );
      insert into installation default values;

      -- The signs of life of workers.
      create table worker_seen (
        id uuid primary key,
        started_at timestamptz(3) not null,
        seen_at timestamptz(3) not null
      );
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      drop table worker_seen, installation;
      ${all("reset search_path")}
      create or replace function price_vector(code text, category text, description text, unit text, notes text)
      returns tsvector immutable parallel safe language sql as $$
        select setweight(search_vector(left(concat_ws(' ', code, unit, description), 50000)), 'A')
          || coalesce(setweight(search_vector(left(category, 50000)), 'B'), '')
          || coalesce(setweight(search_vector(left(notes, 50000)), 'D'), '')
      $$;
      create or replace function code_key(code text) returns text immutable parallel safe language sql as $$
        select left(replace(search_text(left(code, 400)), ' ', ''), 100)
      $$;
    `);
  }
}
