import type { MigrationInterface, QueryRunner } from "typeorm";
import { titles } from "./search/further-records.js";
import { keyFunctions } from "./search/keys.js";

const sources =
  "create or replace view search_source as select * from record_source union all select * from further_source";
const projectTitles =
  "select organization_id, 'project title' as kind, id, id as project_id, null::uuid as contact_id, name as title, '' as content, null::text as codes from project";

/**
 * What the search at a large firm is going to need: keys by which words are found within one organization, how many records of each kind
 * have a word, and the titles of projects as records of their own, as those of contacts, documents and threads are.
 */
export class SearchKeys0052 implements MigrationInterface {
  name = "SearchKeys1795305600052" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ${keyFunctions}
      ${sources} ${titles} union all ${projectTitles};
      insert into search_record (organization_id, kind, id, project_id, search)
        select organization_id, kind, id, project_id, setweight(search_vector(left(title, 1000)), 'A') from (${projectTitles}) t
        on conflict do nothing;
      -- About how many records of the kind have it; with the empty lexeme, how many there are.
      alter table search_kind_word add column records bigint;
      insert into search_kind_word (organization_id, kind, lexeme, records)
        select organization_id, kind, lexeme, count(*)
        from search_record, unnest(array_append(tsvector_to_array(search), '')) lexeme where length(lexeme) <= 64 group by 1, 2, 3
        on conflict (organization_id, kind, lexeme) do update set records = excluded.records;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      delete from search_kind_word where lexeme = '' or kind = 'project title';
      alter table search_kind_word drop column records;
      delete from search_record where kind = 'project title';
      ${sources} ${titles};
      drop function lexeme_keys, part_keys, keyed_query;
    `);
  }
}
