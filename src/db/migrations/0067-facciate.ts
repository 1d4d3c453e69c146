import type { MigrationInterface, QueryRunner } from "typeorm";

const searchText = (text: (plain: string) => string) => `
  create or replace function search_text(value text) returns text immutable parallel safe language sql as $$
    select ${text(`regexp_replace(translate(lower(value collate pg_c_utf8),
      U&'²³\\0300\\0301\\0302\\0303\\0308\\030A\\0327', '23'), '[^[:alnum:]]+', ' ', 'g')`)}
  $$;
`;

/**
 * "facciate" is the plural of "facciata" and also a form of "fare", whose forms Postgres' Italian dictionary leaves out. Where façades are
 * meant by it, as in texts of building, it was in no index. It is indexed as its singular.
 *
 * The function is committed first: what is written and indexed beside the rest, which takes a minute for a million prices, uses it already.
 */
export class Facciate0067 implements MigrationInterface {
  name = "Facciate1795910400067" as const;
  transaction = false as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      searchText((plain) => `left(substr(replace(' ' || ${plain} || ' ', ' facciate ', ' facciata '), 2), -1)`),
    );
    await db.query(`
      -- What has the word is indexed anew: prices here, records with the next changes.
      update price_book_entry set code = code, description = description
      where concat_ws(' ', code, category, description, unit, notes) ilike '%facciate%';
      insert into search_backlog (organization_id, kind, id)
      select organization_id, kind, id from record_source
      where kind <> 'thread' and concat_ws(' ', title, content) ilike '%facciate%'
      union all
      select organization_id, kind, id from further_source
      where kind <> 'bill' and concat_ws(' ', title, content) ilike '%facciate%'
      union all
      -- Their texts are put together once, when they are indexed.
      select t.organization_id, 'thread', t.id from thread t
      left join thread_text x on x.organization_id = t.organization_id and x.id = t.id
      where concat_ws(' ', t.subject, x.content) ilike '%facciate%'
      union all
      select b.organization_id, 'bill', b.id from bill_of_quantities b
      left join search_record r on r.organization_id = b.organization_id and r.kind = 'bill' and r.id = b.id
      where concat_ws(' ', b.name, r.content) ilike '%facciate%';
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(searchText((plain) => plain));
  }
}
