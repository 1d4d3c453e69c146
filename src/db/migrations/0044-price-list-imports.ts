import type { MigrationInterface, QueryRunner } from "typeorm";

const lock =
  "perform pg_advisory_xact_lock(hashtextextended('price words ' || organization_id, 0)) from (select distinct organization_id from entry order by 1) o;";
const countOfEntries = (source: string) => `insert into search_word as w (organization_id, area, lexeme, entries)
      select organization_id, 'prices', lexeme, count(*)
      from ${source}, unnest(array_append(tsvector_to_array(search), '')) lexeme where length(lexeme) <= 64 group by 1, 3
    on conflict (organization_id, area, lexeme) do update set entries = w.entries + excluded.entries;
    perform settle_search(array['price_book_entry_search', 'search_word_part']::regclass[]);`;

const countPriceWords = (unless: string) => `
  create or replace function count_price_words() returns trigger language plpgsql set search_path from current as $$
  begin
    ${unless}
    ${lock}
    ${countOfEntries("entry")}
    return null;
  end $$;`;

/**
 * Whole price lists that are read from files: what such a list says of each entry, and the imports. The words of many entries that one
 * transaction writes in parts are counted once, at its end: until then nobody else waits for the vocabulary.
 */
export class PriceListImports0044 implements MigrationInterface {
  name = "PriceListImports1795305600044" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      alter table price_book_entry add column chapter text, add column labour_pct numeric, add column safety_pct numeric;

      create table price_book_import (
        organization_id uuid not null references organization (id) on delete cascade,
        id uuid not null,
        book_id uuid not null,
        -- null: deleted since
        file_id uuid,
        -- which column holds what, where the caller says so
        given_columns json,
        -- of a new book without a name of its own: what it is called until the list says its title
        provisional_name text,
        status text not null check (status in ('running', 'done', 'failed')),
        format text,
        read_count integer not null default 0,
        written_count integer not null default 0,
        warnings json not null default '[]',
        warning_count integer not null default 0,
        error text,
        created_at timestamptz(3) not null,
        ended_at timestamptz(3),
        primary key (organization_id, id),
        foreign key (organization_id, book_id) references price_book (organization_id, id) on delete cascade,
        foreign key (organization_id, file_id) references stored_file (organization_id, id) on delete set null (file_id)
      );
      create index price_book_import_book on price_book_import (organization_id, book_id, id);
      create index price_book_import_file on price_book_import (organization_id, file_id);
      create unique index price_book_import_running on price_book_import (organization_id, book_id) where status = 'running';

      ${countPriceWords("if current_setting('pratica.count_words_later', true) = 'on' then return null; end if;")}
      -- The words of the entries that this transaction has written to a book, from one id on.
      create function count_written_words(organization uuid, book uuid, first uuid) returns void language plpgsql set search_path from current as $$
      begin
        perform pg_advisory_xact_lock(hashtextextended('price words ' || organization, 0));
        ${countOfEntries(`(select organization_id, search from price_book_entry e where e.organization_id = organization
          and e.book_id = book and e.id >= first and e.xmin = pg_current_xact_id()::xid) entry`)}
      end $$;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      drop function count_written_words;
      ${countPriceWords("")}
      drop table price_book_import;
      alter table price_book_entry drop column chapter, drop column labour_pct, drop column safety_pct;
    `);
  }
}
