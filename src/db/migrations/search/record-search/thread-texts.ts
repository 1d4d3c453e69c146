import { refreshSearchWith } from "../keys.js";

/** @param texts whether each is deleted with its record: what a deleted thread said */
export const noteSearched = (texts: string) => `
  create or replace function note_searched() returns trigger language plpgsql set search_path from current as $$
  begin
    if tg_op = 'DELETE' then
      delete from search_record where organization_id = old.organization_id and kind in (tg_argv[0], tg_argv[0] || ' title') and id = old.id;
      ${texts}
    else
      insert into search_backlog values (new.organization_id, tg_argv[0], new.id);
    end if;
    return null;
  end $$;`;

/** As migration 55 has it, and with the texts of threads. */
const refreshSearch = refreshSearchWith(`source as materialized (
      select s.* from changed c cross join lateral (
        select * from search_source s where s.organization_id = organization and s.kind = c.kind and s.id = c.id offset 0) s
    ), written as (
      insert into search_record (organization_id, kind, id, project_id, search, content)
      select organization, s.kind, s.id, s.project_id,
        setweight(search_vector(left(s.title, 1000)), 'A') || setweight(search_vector(concat_ws(' ', s.content, s.codes)), 'D'),
        case when s.kind = 'bill' then left(s.content, 200000) end
      from source s
      on conflict (organization_id, kind, id) do update
        set search = excluded.search, project_id = excluded.project_id, content = excluded.content
      returning kind, search
    ), kept as (
      insert into thread_text (organization_id, id, content)
      select organization, s.id, left(s.content, 200000) from source s where s.kind = 'thread'
      on conflict (organization_id, id) do update set content = excluded.content
    )`);

/**
 * A thread's words are spread over up to two hundred messages: they are put together once, when it is indexed, and kept for the excerpts. Meanwhile
 * nobody indexes, since the release before wouldn't keep them.
 */
export const threadTexts = `
  create table thread_text (
    organization_id uuid not null references organization (id) on delete cascade,
    id uuid not null,
    content text not null,
    primary key (organization_id, id)
  ) with (toast_tuple_target = 8160);
  lock table search_record in share row exclusive mode;
  insert into thread_text select organization_id, id, left(content, 200000) from record_source where kind = 'thread';
  ${refreshSearch}
  ${noteSearched("if tg_argv[0] = 'thread' then delete from thread_text where organization_id = old.organization_id and id = old.id; end if;")}
`;
