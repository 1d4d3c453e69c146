const kinds = "'task', 'reminder', 'submission', 'bill'";

/** @param stored the columns of `search_record` besides its key, its project and its vector, each with what is written */
export const refreshSearch = (stored: Record<string, string>) => `
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
      select distinct each.kind, id from noted cross join lateral (values (noted.kind), (noted.kind || ' title')) each (kind)
    ), written as (
      insert into search_record (${["organization_id, kind, id, project_id, search", ...Object.keys(stored)].join(", ")})
      select ${[
        "organization, kind, id, s.project_id",
        "setweight(search_vector(left(s.title, 1000)), 'A') || setweight(search_vector(concat_ws(' ', s.content, s.codes)), 'D')",
        ...Object.values(stored),
      ].join(", ")}
      from changed join search_source s using (kind, id) where s.organization_id = organization
      on conflict (organization_id, kind, id) do update
        set ${["search", "project_id", ...Object.keys(stored)].map((column) => `${column} = excluded.${column}`).join(", ")}
      returning kind, search
    ), learned as (
      insert into search_word (organization_id, area, lexeme)
      select distinct organization, 'records', lexeme from written, unnest(tsvector_to_array(search)) lexeme
      where length(lexeme) <= 64 order by lexeme
      on conflict do nothing
    ), learned_by_kind as (
      insert into search_kind_word (organization_id, kind, lexeme)
      select distinct organization, kind, lexeme from written, unnest(tsvector_to_array(search)) lexeme
      where length(lexeme) <= 64 order by kind, lexeme
      on conflict do nothing
    )
    select count(*) into taken from noted;
    perform settle_search(array['search_record_search', 'search_word_part']::regclass[]);
    return taken;
  end $$;`;

export const titles = `
  union all select organization_id, 'contact title', id, null, null, name, '', null from contact
  union all select organization_id, 'document title', id, project_id, null, title, '', null from document
  union all select organization_id, 'thread title', id, project_id, null, coalesce(subject, ''), '', null from thread`;

/**
 * A bill's words are spread over a tree of megabytes: they are taken out of it once, when it is indexed, and kept for the excerpts.
 */
export const keptContent = "case when kind = 'bill' then left(s.content, 200000) end";

/** Search of tasks, reminders, submissions and bills of quantities, beside the records that were searched before. */
export const furtherRecords = `
  create function bill_words(nodes json) returns text immutable parallel safe language sql set search_path from current as $$
    select string_agg(concat_ws(' ', node ->> 'title', node ->> 'code', node ->> 'desc'), ' ')
    from jsonb_path_query(nodes::jsonb, 'strict $.** ? (@.type() == "object")') node
  $$;
  create view further_source as
    select organization_id, 'task' as kind, id, project_id, null::uuid as contact_id, title,
      (select string_agg(item ->> 'text', ' ') from jsonb_array_elements(checklist) item) as content, null::text as codes
    from task
    union all select organization_id, 'reminder', id, project_id, null, title, notes, null from reminder
    union all
    select organization_id, 'submission', id, project_id, null,
      coalesce(protocol_number, kind || ' ' || (submitted_at at time zone 'UTC')::date), notes,
      regexp_replace(protocol_number, '[^[:alnum:] ]', '', 'g')
    from submission
    union all select organization_id, 'bill', id, project_id, null, name, bill_words(nodes), null from bill_of_quantities;
  create or replace view search_source as
    select * from record_source union all select * from further_source ${titles};

  alter table search_record add column content text;
  ${refreshSearch({ content: keptContent })}
  create or replace function describe_record(organization uuid, of_kind text, record uuid)
  returns table (title text, content text, project_id uuid, contact_id uuid) stable parallel safe rows 1 language plpgsql
  -- A plan for each record would take ten times as long as reading it.
  set plan_cache_mode = force_generic_plan as $$
  begin
    if of_kind = 'bill' then
      return query select b.name, r.content, b.project_id, null::uuid from bill_of_quantities b
        left join search_record r on r.organization_id = b.organization_id and r.kind = of_kind and r.id = b.id
        where b.organization_id = organization and b.id = record;
    else
      return query select s.title, left(s.content, 200000), s.project_id, s.contact_id from search_source s
        where s.organization_id = organization and s.kind = of_kind and s.id = record;
    end if;
  end $$;

  create trigger searched_task after insert or delete or update of title, checklist, project_id
    on task for each row execute function note_searched('task');
  create trigger searched_reminder after insert or delete or update of title, notes, project_id
    on reminder for each row execute function note_searched('reminder');
  create trigger searched_submission after insert or delete or update of kind, protocol_number, submitted_at, notes, project_id
    on submission for each row execute function note_searched('submission');
  create trigger searched_bill after insert or delete or update of name, nodes, project_id
    on bill_of_quantities for each row execute function note_searched('bill');

  insert into search_record (organization_id, kind, id, project_id, search, content)
    select organization_id, kind, id, project_id,
      setweight(search_vector(left(title, 1000)), 'A') || setweight(search_vector(concat_ws(' ', content, codes)), 'D'), ${keptContent}
    from further_source s;
  insert into search_kind_word
    select distinct organization_id, kind, lexeme from search_record, unnest(tsvector_to_array(search)) lexeme
    where kind in (${kinds}) and length(lexeme) <= 64;
  insert into search_word (organization_id, area, lexeme)
    select distinct organization_id, 'records', lexeme from search_kind_word where kind in (${kinds})
    on conflict do nothing;
`;

export const furtherRecordsDown = `
  drop trigger searched_task on task;
  drop trigger searched_reminder on reminder;
  drop trigger searched_submission on submission;
  drop trigger searched_bill on bill_of_quantities;
  create or replace function describe_record(organization uuid, of_kind text, record uuid)
  returns table (title text, content text, project_id uuid, contact_id uuid) stable parallel safe rows 1 language plpgsql as $$
  begin
    return query select s.title, left(s.content, 200000), s.project_id, s.contact_id from search_source s
      where s.organization_id = organization and s.kind = of_kind and s.id = record;
  end $$;
  ${refreshSearch({})}
  create or replace view search_source as select * from record_source ${titles};
  drop view further_source;
  drop function bill_words;
  delete from search_backlog where kind in (${kinds});
  delete from search_kind_word where kind in (${kinds});
  delete from search_record where kind in (${kinds});
  alter table search_record drop column content;
`;
