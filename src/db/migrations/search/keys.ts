/**
 * Keys: each word of a record together with where it belongs, so that an index finds the records of one organization, and of one kind,
 * without reading through all that it has of that organization.
 */
export const keyFunctions = `
  create function lexeme_keys(scope text, search tsvector) returns tsvector immutable parallel safe language sql
    return (select array_to_tsvector(array_agg(scope || lexeme)) from unnest(tsvector_to_array(search)) lexeme);
  -- All that three letters or digits in a row of a word say of it.
  create function part_keys(scope text, word text) returns text[] immutable parallel safe language sql
    return (select array_agg(distinct scope || substr(word, n, 3)) from generate_series(1, length(word) - 2) n);
  -- A query of words as one of their keys. Keys know neither weights nor places: the words themselves are compared as well.
  create function keyed_query(scope text, query tsquery) returns tsquery immutable parallel safe language sql
    return replace(regexp_replace(query::text, '''((?:''''|[^''])*)''(:[*A-D]+)?', '''' || scope || '\\1''', 'g'), '<->', '&')::tsquery;
`;

/** An organization in a key: enough of its id that few share it. Who shares it is told apart by the row. */
export const own = (organization: string) => `right(${organization}::text, 8)`;

/** The indexes of the keys. The words of prices are put in by the statement, as `settle_search` says. */
export const keyIndexes: Record<string, string> = {
  price_book_entry_key: `price_book_entry using gin (lexeme_keys(${own("organization_id")}, search)) with (fastupdate = on, gin_pending_list_limit = 65536)`,
  search_record_key: `search_record using gin (lexeme_keys(${own("organization_id")} || kind, search))`,
  search_word_key: `search_word using gin (part_keys(${own("organization_id")} || area, lexeme))`,
};

/** The indexes that these took the place of: each found what matches of one condition, and then what of that matches the next. */
export const formerIndexes: Record<string, string> = {
  price_book_entry_search:
    "price_book_entry using gin ((organization_id::text), search) with (fastupdate = on, gin_pending_list_limit = 65536)",
  search_record_search: "search_record using gin ((organization_id::text), kind, search)",
  search_word_part: "search_word using gin (organization_id, area, lexeme gin_trgm_ops)",
};

/** They keep the planner, which doesn't know how common a word is within one organization, from any other way than those meant. */
export const settings =
  "set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set max_parallel_workers_per_gather = 0 set plan_cache_mode = force_generic_plan";
const candidateSettings = `${settings} set enable_sort = off`;

/** By the index alone: beside few other records the planner would read them all. */
const indexSettings = `${settings} set enable_indexscan = off`;

/**
 * Candidates before ranking, by one of two ways. What few records have comes from the index, by `narrowing`: the rarest words of what is
 * sought. What many have is sooner found by walking the latest `reach` records; if a quarter of the candidates isn't among them, by the
 * index after all.
 */
export const candidates = `
  create function keyed_prices(organization uuid, sought tsquery, narrowing tsquery, most integer)
  returns setof uuid stable parallel safe rows 200 language plpgsql ${indexSettings} as $$
  begin
    return query select e.id from price_book_entry e
      where lexeme_keys(${own("e.organization_id")}, e.search) @@ keyed_query(${own("organization")}, narrowing)
        and e.organization_id::text = organization::text and e.search @@ sought limit most;
  end $$;
  create function keyed_records(organization uuid, of_kind text, sought tsquery, narrowing tsquery, most integer)
  returns setof uuid stable parallel safe rows 200 language plpgsql ${indexSettings} as $$
  begin
    return query select r.id from search_record r
      where lexeme_keys(${own("r.organization_id")} || r.kind, r.search) @@ keyed_query(${own("organization")} || of_kind, narrowing)
        and r.organization_id::text = organization::text and r.kind || '' = of_kind and r.search @@ sought limit most;
  end $$;
  create function price_candidates(organization uuid, sought tsquery, narrowing tsquery, reach integer, most integer)
  returns setof uuid stable parallel safe rows 200 language plpgsql ${candidateSettings} as $$
  declare
    found_ids uuid[] := '{}';
  begin
    if reach > 0 then
      found_ids := array(
        select w.id from (
          select e.id, e.search from price_book_entry e where e.organization_id = organization
          order by e.organization_id desc, e.id desc limit reach) w
        where w.search @@ sought limit most);
    end if;
    if cardinality(found_ids) * 4 >= most then
      return query select unnest(found_ids);
    else
      return query select keyed_prices(organization, sought, narrowing, most);
    end if;
  end $$;

  -- Those with the words in their titles first, which are records of their own. Of a guest's projects all records are looked at.
  create function record_candidates(organization uuid, of_kind text, sought tsquery, narrowing tsquery, reach integer,
    title_narrowing tsquery, title_reach integer, projects uuid[], most integer)
  returns table (id uuid, search tsvector) stable parallel safe rows 200 language plpgsql ${candidateSettings} as $$
  declare
    ids uuid[] := '{}';
    hits uuid[];
    own_kind text;
    rare tsquery;
    far integer;
  begin
    if projects is not null then
      return query select r.id, r.search from search_record r
        where r.organization_id = organization and r.project_id = any (projects) and r.kind || '' = of_kind and r.search @@ sought limit most;
      return;
    end if;
    for own_kind, rare, far in values (of_kind || ' title', title_narrowing, title_reach), (of_kind, narrowing, reach) loop
      continue when rare is null or cardinality(ids) >= most;
      hits := '{}';
      if far > 0 then
        hits := array(
          select w.id from (
            select r.id, r.search from search_record r where r.organization_id = organization and r.kind = own_kind
            order by r.organization_id desc, r.kind desc, r.id desc limit far) w
          where w.search @@ sought limit most);
      end if;
      if cardinality(hits) * 4 < most then
        hits := array(select keyed_records(organization, own_kind, sought, rare, most));
      end if;
      ids := ids || hits;
    end loop;
    return query select i.id, r.search from (select distinct unnest(ids) as id) i cross join lateral (
      select r.search from search_record r where r.organization_id = organization and r.kind = of_kind and r.id = i.id offset 0) r;
  end $$;

  -- What is shown of records, all at once: a plan for each would take longer than reading it. \`offset 0\` keeps the planner from
  -- reading all records first, and taking out the words of each bill.
  create function describe_records(organization uuid, kinds text[], records uuid[])
  returns table (kind text, id uuid, title text, content text, project_id uuid, contact_id uuid)
  stable parallel safe rows 100 language plpgsql ${settings} as $$
  begin
    return query
      select asked.kind, asked.id, s.title, left(s.content, 200000), s.project_id, s.contact_id
        from unnest(kinds, records) asked (kind, id) cross join lateral (
          select * from search_source s
          where s.organization_id = organization and s.kind = asked.kind and s.kind <> 'bill' and s.id = asked.id offset 0) s
      union all
      select asked.kind, asked.id, b.name, r.content, b.project_id, null from unnest(kinds, records) asked (kind, id)
        join bill_of_quantities b on b.organization_id = organization and b.id = asked.id
        left join search_record r on r.organization_id = organization and r.kind = 'bill' and r.id = asked.id where asked.kind = 'bill';
  end $$;

  -- The release before asks by these.
  create or replace function find_prices(organization uuid, query tsquery, most integer) returns setof uuid
  stable parallel safe rows 200 language sql as $$ select price_candidates(organization, query, query, 0, most) $$;
  create or replace function find_records(organization uuid, of_kind text, query tsquery, projects uuid[], most integer)
  returns table (id uuid, search tsvector) stable parallel safe rows 200 language sql as $$
    select * from record_candidates(organization, of_kind, query, query, 0, null, 0, projects, most)
  $$;
`;

export const candidatesDown = `
  create or replace function find_prices(organization uuid, query tsquery, most integer) returns setof uuid
  stable parallel safe rows 200 language plpgsql set enable_seqscan = off as $$
  begin
    return query select e.id from price_book_entry e where e.organization_id::text = organization::text and e.search @@ query limit most;
  end $$;
  create or replace function find_records(organization uuid, of_kind text, query tsquery, projects uuid[], most integer)
  returns table (id uuid, search tsvector)
  stable parallel safe rows 200 language plpgsql set enable_seqscan = off as $$
  begin
    return query select r.id, r.search from search_record r
      where r.organization_id::text = organization::text and r.kind = of_kind and r.search @@ query
        and (projects is null or r.project_id = any (projects)) limit most;
  end $$;
  drop function price_candidates, record_candidates, describe_records, keyed_prices, keyed_records;
`;

/** Of beginnings and parts so many are looked at, of which the shortest are returned. */
const mostLookedAt = 2_000;

/**
 * What each word of a query may stand for in an organization's vocabulary, nearest first, as migration 2 has it; parts of words are found by
 * their keys.
 */
export const expandWords = `
  -- A word, and everything that it becomes by one letter less, other or more, or by two neighbours swapped.
  create or replace function one_edit(word text) returns setof text immutable parallel safe rows 500 language sql
  begin atomic
    select word
    union all select left(word, n - 1) || substr(word, n + 1) from generate_series(1, length(word)) n
    union all select left(word, n - 1) || letter || substr(word, n + 1)
      from generate_series(1, length(word)) n, string_to_table('abcdefghijklmnopqrstuvwxyz', null) letter
    union all select left(word, n) || letter || substr(word, n + 1)
      from generate_series(0, length(word)) n, string_to_table('abcdefghijklmnopqrstuvwxyz', null) letter
    union all select left(word, n - 1) || substr(word, n + 1, 1) || substr(word, n, 1) || substr(word, n + 2)
      from generate_series(1, length(word) - 1) n;
  end;

  create or replace function expand_words(organization uuid, vocabulary text, query text, every_reading boolean)
  returns table (place integer, word text, lexeme text, entries bigint, reading text) stable parallel safe rows 20 language plpgsql
  ${settings} as $$
  declare
    raw text;
    stem text;
    root text;
    half integer;
    meant text[];
    plain text := search_text(left(query, 200));
    compact text := replace(plain, ' ', '');
    scope text := ${own("organization")} || vocabulary;
    found_any boolean;
    last constant text := U&'\\+10FFFF';
  begin
    if plain like '% %' and length(compact) between 5 and 40 and length(regexp_replace(compact, '[^0-9]', '', 'g')) >= 4 then
      return query select 0, compact, w.lexeme::text, w.entries, 'part' from (
          select s.lexeme, s.entries from search_word s
          where part_keys(${own("s.organization_id")} || s.area, s.lexeme) @> part_keys(scope, compact)
            and s.organization_id::text = organization::text and s.lexeme like '%' || compact || '%' limit ${mostLookedAt}
        ) w order by length(w.lexeme) limit 20;
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

      return query select expand_words.place, stem, w.lexeme::text, w.entries, 'beginning' from (
          select s.lexeme, s.entries from search_word s where s.organization_id = organization and s.area = vocabulary
            and s.lexeme >= root and s.lexeme < root || last and s.lexeme <> stem order by s.organization_id, s.area, s.lexeme limit ${mostLookedAt}
        ) w order by length(w.lexeme), w.lexeme limit 20;
      found_any := found_any or found;
      if found_any and not every_reading then continue; end if;

      if length(root) >= 3 then
        return query select expand_words.place, stem, w.lexeme::text, w.entries, 'part' from (
            select s.lexeme, s.entries from search_word s
            where part_keys(${own("s.organization_id")} || s.area, s.lexeme) @> part_keys(scope, root)
              and s.organization_id::text = organization::text and s.lexeme like '_%' || root || '%' limit ${mostLookedAt}
          ) w order by length(w.lexeme), w.lexeme limit 20;
        found_any := found_any or found;
        if found_any and not every_reading then continue; end if;
      end if;

      -- One edit leaves the first or the last half of a word as it was. A typo at the end may also have kept the stem
      -- from being found: then the stem meant is where the raw word begins.
      if length(stem) >= 4 and stem !~ '[0-9]' then
        half := (length(stem) - 1) / 2;
        -- Half of a short word is the half of too many others: everything that it may have been is looked up.
        meant := null;
        if stem ~ '^[a-z]{4,7}$' then
          meant := array(
            select one_edit(stem)
            union
            select same_length from generate_series(greatest(5, ceil(length(raw) * 0.6)::integer), length(raw) - 1) n,
              one_edit(left(raw, n)) same_length where length(same_length) = n);
        end if;
        return query select expand_words.place, stem, c.lexeme::text, c.entries, 'typo' from (
            select w.lexeme, w.entries from search_word w
              where meant is not null and w.organization_id = organization and w.area = vocabulary and w.lexeme = any (meant)
            union all
            select w.lexeme, w.entries from search_word w where meant is null and w.organization_id = organization and w.area = vocabulary
              and w.lexeme >= left(stem, half) and w.lexeme < left(stem, half) || last
            union all
            select w.lexeme, w.entries from search_word w where meant is null and w.organization_id = organization
              and w.area = vocabulary and reverse(w.lexeme) >= reverse(right(stem, half)) collate "C"
              and reverse(w.lexeme) < reverse(right(stem, half)) || last collate "C"
              and not (w.lexeme >= left(stem, half) and w.lexeme < left(stem, half) || last)
          ) c
          where c.lexeme <> stem and case
            when abs(length(c.lexeme) - length(stem)) <= 1
              then levenshtein_less_equal(c.lexeme, stem, 2) <= 2 and one_typo(c.lexeme, stem)
            else length(c.lexeme) between greatest(5, length(raw) * 0.6) and length(raw) - 1
              and levenshtein_less_equal(c.lexeme, left(raw, length(c.lexeme)), 2) <= 2
              and one_typo(c.lexeme, left(raw, length(c.lexeme))) end
          order by levenshtein(c.lexeme, left(raw, length(c.lexeme))), c.entries desc nulls last, c.lexeme limit 5;
      end if;
    end loop;
  end $$;
`;

/**
 * `offset 0` has the planner look each record up, however few it believes that there are: it read all for each, among 20,000 changes for minutes.
 * How many records of a kind have a word is counted with each change of its record; those that are deleted stay counted.
 */
export const refreshSearch = (keptContent: string): string =>
  refreshSearchWith(`written as (
      insert into search_record (organization_id, kind, id, project_id, search, content)
      select organization, c.kind, c.id, s.project_id,
        setweight(search_vector(left(s.title, 1000)), 'A') || setweight(search_vector(concat_ws(' ', s.content, s.codes)), 'D'), ${keptContent}
      from changed c cross join lateral (
        select * from search_source s where s.organization_id = organization and s.kind = c.kind and s.id = c.id offset 0) s
      on conflict (organization_id, kind, id) do update
        set search = excluded.search, project_id = excluded.project_id, content = excluded.content
      returning kind, search
    )`);

/** @param written the statement's parts that write what was `changed`, one of which gives what was `written` */
export const refreshSearchWith = (written: string): string => `
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
    ), changed as materialized (
      select distinct each.kind, id from noted cross join lateral (values (noted.kind), (noted.kind || ' title')) each (kind)
    ), former as materialized (
      select c.kind, r.search from changed c cross join lateral (
        select r.search from search_record r where r.organization_id = organization and r.kind = c.kind and r.id = c.id offset 0) r
    ), ${written}, counted as materialized (
      select kind, lexeme, sum(by) as by from (
        select kind, unnest(array_append(tsvector_to_array(search), '')) as lexeme, 1 as by from written
        union all select kind, unnest(array_append(tsvector_to_array(search), '')), -1 from former) each
      where length(lexeme) <= 64 group by kind, lexeme having sum(by) <> 0
    ), learned as (
      insert into search_word (organization_id, area, lexeme)
      select distinct organization, 'records', lexeme from counted where by > 0 and lexeme <> '' order by lexeme
      on conflict do nothing
    ), learned_by_kind as (
      insert into search_kind_word as w (organization_id, kind, lexeme, records)
      select organization, kind, lexeme, by from counted order by kind, lexeme
      on conflict (organization_id, kind, lexeme) do update set records = coalesce(w.records, 0) + excluded.records
    )
    select count(*) into taken from noted;
    perform settle_search(array['search_record_key', 'search_word_key']::regclass[]);
    return taken;
  end $$;
`;
