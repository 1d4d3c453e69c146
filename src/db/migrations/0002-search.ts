import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Search: Italian full text without accents, and a vocabulary per organization by which a query's words are understood
 * (exact stem, beginning, part, one typo) before anything is searched.
 */
export class Search0002 implements MigrationInterface {
  name = "Search1795219200002" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(textAndVocabulary);
    await db.query(priceEntries);
    await db.query(records);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      drop trigger searched_project on project;
      drop trigger searched_contact on contact;
      drop trigger searched_thread on thread;
      drop trigger searched_document on document;
      drop trigger searched_message on message;
      drop function note_searched, note_searched_message, refresh_search, find_records, describe_record;
      drop view search_source;
      drop table search_backlog, search_record;
      drop trigger price_words_added on price_book_entry;
      drop trigger price_words_removed on price_book_entry;
      drop function count_price_words, discount_price_words, find_prices, walk_prices;
      alter table price_book_entry drop column search, drop column code_key;
      drop function expand_words, one_typo, settle_search, price_vector, code_key, search_vector, search_text;
      drop table search_word;
      drop text search configuration pratica_it;
      drop extension fuzzystrmatch, btree_gin, pg_trgm, unaccent;
    `);
  }
}

const textAndVocabulary = `
  create extension if not exists unaccent;
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
  create extension if not exists fuzzystrmatch;
  create text search configuration pratica_it (copy = italian);
  alter text search configuration pratica_it
    alter mapping for asciiword, asciihword, hword_asciipart, word, hword, hword_part with unaccent, italian_stem;
  alter text search configuration pratica_it
    alter mapping for numword, numhword, hword_numpart with unaccent, simple;

  -- Only letters and digits, in lower case: codes, addresses and compounds fall into parts, the same in a text and in a query.
  -- Raised digits are plain ones, and an accent that is a character of its own (as some systems write it) is left out.
  create function search_text(value text) returns text immutable parallel safe language sql as $$
    select regexp_replace(translate(lower(value collate pg_c_utf8),
      U&'²³\\0300\\0301\\0302\\0303\\0308\\030A\\0327', '23'), '[^[:alnum:]]+', ' ', 'g')
  $$;
  -- What is beyond 200,000 characters isn't searched: a vector has a greatest size, which three times as much could reach.
  create function search_vector(value text) returns tsvector immutable parallel safe language sql
    return to_tsvector('pratica_it'::regconfig, search_text(left(value, 200000)));

  create table search_word (
    organization_id uuid not null references organization (id) on delete cascade,
    area text collate "C" not null,
    lexeme text collate "C" not null,
    -- entries that have it; the empty lexeme counts all. Not kept for records.
    entries bigint,
    primary key (organization_id, area, lexeme)
  );
  create index search_word_ending on search_word (organization_id, area, reverse(lexeme));
  create index search_word_part on search_word using gin (organization_id, area, lexeme gin_trgm_ops);

  -- Puts what an index has gathered in its place, so that no search has to read through it. Only the owner may, hence as the owner.
  create function settle_search(indexes regclass[]) returns void language sql security definer set search_path from current as $$
    select gin_clean_pending_list(i) from unnest(indexes) i
  $$;

  -- One letter more, less or other, or two neighbours swapped.
  create function one_typo(a text, b text) returns boolean immutable parallel safe language plpgsql as $$
  begin
    return case levenshtein_less_equal(a, b, 2)
      when 0 then true
      when 1 then true
      when 2 then length(a) = length(b) and exists (
        select from generate_series(1, length(a) - 1) i
        where overlay(a placing substr(a, i + 1, 1) || substr(a, i, 1) from i for 2) = b)
      else false
    end;
  end $$;

  -- What each word of a query may stand for in an organization's vocabulary, nearest first. A reading is only tried where
  -- the one before gave nothing, unless all are wanted. place 0: the whole query as one code or phone number.
  create function expand_words(organization uuid, vocabulary text, query text, every_reading boolean)
  returns table (place integer, word text, lexeme text, entries bigint, reading text) stable parallel safe rows 20 language plpgsql as $$
  declare
    raw text;
    stem text;
    root text;
    half integer;
    compact text := regexp_replace(search_text(left(query, 200)), ' ', '', 'g');
    found_any boolean;
    last constant text := U&'\\+10FFFF';
  begin
    if search_text(left(query, 200)) like '% %' and length(compact) between 5 and 40
        and length(regexp_replace(compact, '[^0-9]', '', 'g')) >= 4 then
      return query select 0, compact, w.lexeme::text, w.entries, 'part'
        from search_word w where w.organization_id = organization and w.area = vocabulary
          and w.lexeme like '%' || compact || '%' order by length(w.lexeme) limit 20;
    end if;
    place := 0;
    for raw, stem in
      select min(t.raw), t.stem from (
        select unaccent(r.raw) as raw, (tsvector_to_array(search_vector(r.raw)))[1] as stem, r.n
        from regexp_split_to_table(search_text(left(query, 2000)), ' ') with ordinality r (raw, n)) t
      where length(t.stem) between 1 and 64 group by t.stem order by min(t.n) limit 16
    loop
      place := place + 1;
      word := stem;
      return query select expand_words.place, stem, w.lexeme::text, w.entries, 'exact'
        from search_word w where w.organization_id = organization and w.area = vocabulary and w.lexeme = stem;
      found_any := found;
      if found_any and not every_reading then continue; end if;

      continue when length(stem) < 2;
      -- A part of a word has no ending of its own to be stemmed: "ossi" is in "Rossi", whose stem is "ross".
      root := case when length(stem) > 3 then regexp_replace(stem, '[aeio]$', '') else stem end;

      return query select expand_words.place, stem, w.lexeme::text, w.entries, 'beginning'
        from search_word w where w.organization_id = organization and w.area = vocabulary
          and w.lexeme >= root and w.lexeme < root || last and w.lexeme <> stem
        order by length(w.lexeme), w.lexeme limit 20;
      found_any := found_any or found;
      if found_any and not every_reading then continue; end if;

      if length(root) >= 3 then
        return query select expand_words.place, stem, w.lexeme::text, w.entries, 'part'
          from search_word w where w.organization_id = organization and w.area = vocabulary
            and w.lexeme like '_%' || root || '%' order by length(w.lexeme), w.lexeme limit 20;
        found_any := found_any or found;
        if found_any and not every_reading then continue; end if;
      end if;

      -- One edit leaves the first or the last half of a word as it was. A typo at the end may also have kept the stem
      -- from being found: then the stem meant is where the raw word begins.
      if length(stem) >= 4 and stem !~ '[0-9]' then
        half := (length(stem) - 1) / 2;
        return query select expand_words.place, stem, c.lexeme::text, c.entries, 'typo' from (
            select w.lexeme, w.entries from search_word w where w.organization_id = organization and w.area = vocabulary
              and w.lexeme >= left(stem, half) and w.lexeme < left(stem, half) || last
            union
            select w.lexeme, w.entries from search_word w where half >= 2 and w.organization_id = organization
              and w.area = vocabulary and reverse(w.lexeme) >= reverse(right(stem, half)) collate "C"
              and reverse(w.lexeme) < reverse(right(stem, half)) || last collate "C"
          ) c
          where c.lexeme <> stem and case
            when abs(length(c.lexeme) - length(stem)) <= 1 then one_typo(c.lexeme, stem)
            else length(c.lexeme) between greatest(5, length(raw) * 0.6) and length(raw) - 1
              and one_typo(c.lexeme, left(raw, length(c.lexeme))) end
          order by levenshtein(c.lexeme, left(raw, length(c.lexeme))), c.entries desc nulls last, c.lexeme limit 5;
      end if;
    end loop;
  end $$;
`;

const priceEntries = `
  create function code_key(code text) returns text immutable parallel safe language sql as $$
    select left(replace(search_text(left(code, 400)), ' ', ''), 100)
  $$;
  create function price_vector(code text, category text, description text, unit text, notes text)
  returns tsvector immutable parallel safe language sql as $$
    select setweight(search_vector(left(concat_ws(' ', code, unit, description), 50000)), 'A')
      || coalesce(setweight(search_vector(left(category, 50000)), 'B'), '')
      || coalesce(setweight(search_vector(left(notes, 50000)), 'D'), '')
  $$;
  alter table price_book_entry
    add column search tsvector generated always as (price_vector(code, category, description, unit, notes)) stored,
    add column code_key text collate "C" generated always as (code_key(code)) stored;
  -- The organization stands in it as text, so that it alone serves a search: without statistics the planner would take another.
  -- A statement's entries are gathered and put in together, twice as fast as one by one: see count_price_words.
  create index price_book_entry_search on price_book_entry using gin ((organization_id::text), search)
    with (fastupdate = on, gin_pending_list_limit = 65536);
  create index price_book_entry_code on price_book_entry (organization_id, code_key);

  -- Entries come and go by the thousand: the vocabulary is kept a statement at a time. One at a time for each organization,
  -- or two that add the same words would wait for each other.
  create function count_price_words() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended('price words ' || organization_id, 0))
      from (select distinct organization_id from entry order by 1) o;
    insert into search_word as w (organization_id, area, lexeme, entries)
      select organization_id, 'prices', lexeme, count(*)
      from entry, unnest(array_append(tsvector_to_array(search), '')) lexeme where length(lexeme) <= 64 group by 1, 3
    on conflict (organization_id, area, lexeme) do update set entries = w.entries + excluded.entries;
    perform settle_search(array['price_book_entry_search', 'search_word_part']::regclass[]);
    return null;
  end $$;
  create function discount_price_words() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended('price words ' || organization_id, 0))
      from (select distinct organization_id from entry order by 1) o;
    update search_word w set entries = w.entries - gone.entries from (
        select organization_id, lexeme, count(*) as entries
        from entry, unnest(array_append(tsvector_to_array(search), '')) lexeme group by 1, 2) gone
      where w.organization_id = gone.organization_id and w.area = 'prices' and w.lexeme = gone.lexeme;
    delete from search_word w using (select distinct organization_id from entry) o
      where w.organization_id = o.organization_id and w.area = 'prices' and w.entries <= 0;
    return null;
  end $$;
  create trigger price_words_added after insert on price_book_entry
    referencing new table as entry for each statement execute function count_price_words();
  create trigger price_words_removed after delete on price_book_entry
    referencing old table as entry for each statement execute function discount_price_words();

  -- Candidates before ranking. The planner can't know how common a word is within one organization, the vocabulary does:
  -- rare words come from the index, common ones by walking the entries, which soon has enough.
  create function find_prices(organization uuid, query tsquery, most integer) returns setof uuid
  stable parallel safe rows 200 language plpgsql set enable_seqscan = off as $$
  begin
    return query select e.id from price_book_entry e where e.organization_id::text = organization::text and e.search @@ query limit most;
  end $$;
  create function walk_prices(organization uuid, query tsquery, most integer) returns setof uuid
  stable parallel safe rows 200 language plpgsql set enable_seqscan = off set enable_bitmapscan = off as $$
  begin
    return query select e.id from price_book_entry e where e.organization_id = organization and e.search @@ query
      order by e.organization_id, e.id limit most;
  end $$;
`;

const textOf = (...columns: string[]) => `concat_ws(' ', ${columns.join(", ")})`;
const digitsOf = (value: string) => `regexp_replace(${value}, '[^[:alnum:] ]', '', 'g')`;

// The latest messages first: they are what counts where a conversation is too long to be searched whole.
const messagesOf = `(select string_agg(concat_ws(' ', subject, from_address, to_address, left(body, 20000)), ' ' order by id desc)
        from (select * from message m where m.organization_id = t.organization_id and m.thread_id = t.id order by m.id desc limit 200) m)`;
const lineItemsOf =
  "(select string_agg(concat_ws(' ', item ->> 'code', item ->> 'desc'), ' ') from jsonb_array_elements(line_items) item)";

const records = `
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
