import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * @param changed the columns and tables of the CTE of what is to be indexed, by kind and id
 * @param learned a further CTE, of what is learned from what was `written`
 */
const refreshSearch = (changed: string, learned = "") => `
  create or replace function refresh_search(organization uuid, most integer) returns integer language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  declare
    taken integer;
  begin
    if not exists (select from search_backlog where organization_id = organization) then return 0; end if;
    perform pg_advisory_xact_lock(hashtextextended('search ' || organization, 0));
    with noted as (
      delete from search_backlog where ctid = any (array(select ctid from search_backlog where organization_id = organization limit most))
      returning kind, id
    ), changed as (
      select distinct ${changed}
    ), written as (
      insert into search_record (organization_id, kind, id, project_id, search)
      select organization, kind, id, s.project_id,
        setweight(search_vector(left(s.title, 1000)), 'A') || setweight(search_vector(concat_ws(' ', s.content, s.codes)), 'D')
      from changed join search_source s using (kind, id) where s.organization_id = organization
      on conflict (organization_id, kind, id) do update set search = excluded.search, project_id = excluded.project_id
      returning kind, search
    ), learned as (
      insert into search_word (organization_id, area, lexeme)
      select distinct organization, 'records', lexeme from written, unnest(tsvector_to_array(search)) lexeme
      where length(lexeme) <= 64 order by lexeme
      on conflict do nothing
    )${learned}
    select count(*) into taken from noted;
    perform settle_search(array['search_record_search', 'search_word_part']::regclass[]);
    return taken;
  end $$;`;

const learnedByKind = `, learned_by_kind as (
      insert into search_kind_word (organization_id, kind, lexeme)
      select distinct organization, kind, lexeme from written, unnest(tsvector_to_array(search)) lexeme
      where length(lexeme) <= 64 order by kind, lexeme
      on conflict do nothing
    )`;

/** @param kinds the kinds of a deleted record */
const noteSearched = (kinds: string) => `
  create or replace function note_searched() returns trigger language plpgsql set search_path from current as $$
  begin
    if tg_op = 'DELETE' then
      delete from search_record where organization_id = old.organization_id and kind in (${kinds}) and id = old.id;
    else
      insert into search_backlog values (new.organization_id, tg_argv[0], new.id);
    end if;
    return null;
  end $$;`;

/**
 * Who may not view a kind of records finds them by their titles, and must learn nothing else of them: neither by a snippet nor by
 * whether a word is found. So each title is also indexed as a record of its own, which has no other word. A thread without a subject
 * has no title here: its summary and address are content. Which kinds know a word is kept, since asking the index for each reading of a
 * query took seconds among 100,000 documents.
 *
 * Who may view the inbox alone gets the files that messages carry, so these are found by file.
 */
export class BoundedReach0013 implements MigrationInterface {
  name = "BoundedReach1795219200013" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- The functions of the search name the view, and so read the new one.
      alter view search_source rename to record_source;
      create view search_source as
        select * from record_source
        union all select organization_id, 'contact title', id, null, null, name, '', null from contact
        union all select organization_id, 'document title', id, project_id, null, title, '', null from document
        union all select organization_id, 'thread title', id, project_id, null, coalesce(subject, ''), '', null from thread;
      -- The words of all records of a kind, titles among the kinds. Like the vocabulary, it forgets none.
      create table search_kind_word (
        organization_id uuid not null references organization (id) on delete cascade,
        kind text collate "C" not null,
        lexeme text collate "C" not null,
        primary key (organization_id, kind, lexeme)
      );
      ${refreshSearch("each.kind, id from noted cross join lateral (values (noted.kind), (noted.kind || ' title')) each (kind)", learnedByKind)}
      ${noteSearched("tg_argv[0], tg_argv[0] || ' title'")}
      insert into search_record (organization_id, kind, id, project_id, search)
        select organization_id, kind, id, project_id, setweight(search_vector(left(title, 1000)), 'A') from search_source
        where kind in ('contact title', 'document title', 'thread title');
      insert into search_kind_word
        select distinct organization_id, kind, lexeme from search_record, unnest(tsvector_to_array(search)) lexeme
        where length(lexeme) <= 64;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ${noteSearched("tg_argv[0]")}
      ${refreshSearch("kind, id from noted")}
      drop table search_kind_word;
      delete from search_record where kind like '% title';
      drop view search_source;
      alter view record_source rename to search_source;
    `);
  }
}
