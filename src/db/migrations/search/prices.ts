/** Search of price book entries. */
export const priceEntries = `
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
