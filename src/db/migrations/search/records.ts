const textOf = (...columns: string[]) => `concat_ws(' ', ${columns.join(", ")})`;
const digitsOf = (value: string) => `regexp_replace(${value}, '[^[:alnum:] ]', '', 'g')`;

// The latest messages first: they are what counts where a conversation is too long to be searched whole.
const messagesOf = `(select string_agg(concat_ws(' ', subject, from_address, to_address, left(body, 20000)), ' ' order by id desc)
        from (select * from message m where m.organization_id = t.organization_id and m.thread_id = t.id order by m.id desc limit 200) m)`;
const lineItemsOf =
  "(select string_agg(concat_ws(' ', item ->> 'code', item ->> 'desc'), ' ') from jsonb_array_elements(line_items) item)";

/** Search of projects, contacts, threads and documents. */
export const records = `
  -- What of each record is searched: its title, its other words, and codes and phone numbers written as one.
  create view search_source as
    select organization_id, 'project' as kind, id, id as project_id, client_contact_id as contact_id, name as title,
      ${textOf("description", "address", "municipality", "protocol_number", "authority_notes")} as content,
      ${digitsOf("protocol_number")} as codes
    from project
    union all
    select organization_id, 'contact', id, null, null, name,
      ${textOf("company", "array_to_string(emails, ' ')", "array_to_string(phones, ' ')", "pec", "notes")},
      (select string_agg(regexp_replace(phone, '[^0-9]', '', 'g'), ' ') from unnest(phones) phone)
    from contact
    union all
    select organization_id, 'document', id, project_id, contact_id, title,
      ${textOf("number", "body", lineItemsOf, "notes")},
      ${digitsOf("number")}
    from document
    union all
    select organization_id, 'thread', id, project_id, contact_id, coalesce(subject, summary, address, ''),
      ${textOf("summary", "address", messagesOf)},
      regexp_replace(address, '[^0-9]', '', 'g')
    from thread t;

  create table search_record (
    organization_id uuid not null references organization (id) on delete cascade,
    kind text not null,
    id uuid not null,
    -- so that a guest's candidates are bounded after the shares
    project_id uuid,
    search tsvector not null,
    primary key (organization_id, kind, id)
  );
  create index search_record_search on search_record using gin ((organization_id::text), kind, search);

  -- Records change all the time and are searched now and then: a change leaves only a note here, a hundredth of the work,
  -- and a search first takes up the notes of its organization.
  create table search_backlog (
    organization_id uuid not null references organization (id) on delete cascade,
    kind text not null,
    id uuid not null
  );
  create index search_backlog_organization on search_backlog (organization_id);
  create function note_searched() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      delete from search_record where organization_id = old.organization_id and kind = tg_argv[0] and id = old.id;
    else
      insert into search_backlog values (new.organization_id, tg_argv[0], new.id);
    end if;
    return null;
  end $$;
  create function note_searched_message() returns trigger language plpgsql as $$
  begin
    insert into search_backlog values (new.organization_id, 'thread', new.thread_id);
    return null;
  end $$;
  create trigger searched_project after insert or delete or update of name, description, address, municipality, protocol_number, authority_notes
    on project for each row execute function note_searched('project');
  create trigger searched_contact after insert or delete or update of name, company, emails, phones, pec, notes
    on contact for each row execute function note_searched('contact');
  create trigger searched_document after insert or delete or update of title, number, body, line_items, notes, project_id
    on document for each row execute function note_searched('document');
  create trigger searched_thread after insert or delete or update of subject, summary, address, project_id
    on thread for each row execute function note_searched('thread');
  create trigger searched_message after insert or update of subject, body, from_address, to_address, thread_id
    on message for each row when (new.thread_id is not null) execute function note_searched_message();
  insert into search_backlog select organization_id, kind, id from search_source;

  -- Takes up what changed in an organization: its vectors, and its new words. @returns how many records
  create function refresh_search(organization uuid, most integer) returns integer language plpgsql
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
      select distinct kind, id from noted
    ), written as (
      insert into search_record (organization_id, kind, id, project_id, search)
      select organization, kind, id, s.project_id,
        setweight(search_vector(left(s.title, 1000)), 'A') || setweight(search_vector(concat_ws(' ', s.content, s.codes)), 'D')
      from changed join search_source s using (kind, id) where s.organization_id = organization
      on conflict (organization_id, kind, id) do update set search = excluded.search, project_id = excluded.project_id
      returning search
    ), learned as (
      insert into search_word (organization_id, area, lexeme)
      select distinct organization, 'records', lexeme from written, unnest(tsvector_to_array(search)) lexeme
      where length(lexeme) <= 64 order by lexeme
      on conflict do nothing
    )
    select count(*) into taken from noted;
    perform settle_search(array['search_record_search', 'search_word_part']::regclass[]);
    return taken;
  end $$;

  -- Candidates before ranking; only of these projects, unless null.
  create function find_records(organization uuid, of_kind text, query tsquery, projects uuid[], most integer)
  returns table (id uuid, search tsvector)
  stable parallel safe rows 200 language plpgsql set enable_seqscan = off as $$
  begin
    return query select r.id, r.search from search_record r
      where r.organization_id::text = organization::text and r.kind = of_kind and r.search @@ query
        and (projects is null or r.project_id = any (projects)) limit most;
  end $$;
  create function describe_record(organization uuid, of_kind text, record uuid)
  returns table (title text, content text, project_id uuid, contact_id uuid) stable parallel safe rows 1 language plpgsql as $$
  begin
    return query select s.title, left(s.content, 200000), s.project_id, s.contact_id from search_source s
      where s.organization_id = organization and s.kind = of_kind and s.id = record;
  end $$;
`;
