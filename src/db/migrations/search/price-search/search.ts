/** How many entries are ranked. If more match, those left out are as good as these. */
const candidates = 100;
/** Of a query that no entry has all words of, so many of the rarest words are sought by twos. */
const mostRelaxed = 5;

/**
 * What is measured of each, in microseconds: a place of a word in the index that is looked at, one that is passed over beside rarer words,
 * a match that the index gives, a row that is read for it, and a row that is walked past.
 */
const cost = { place: 0.12, passed: 0.007, match: 0.2, row: 6, walked: 1.2 };
/** Words don't keep from or keep to each other by chance alone: so many times as many entries are walked as should do. */
const patience = 4;
const mostWalked = 50_000;
const sampled = 16;

/**
 * The cheapest way to enough candidates with some words, of which the counts of entries are given, rarest first: by how many of the words
 * the index is asked (what it isn't asked for is compared in the rows), and whether all of it, the sample, or the latest entries first.
 */
const priceWay = `
  create or replace function price_way(counts bigint[], total bigint, out narrowed integer, out way text, out reach integer)
  immutable parallel safe language plpgsql as $$
  declare
    share float8 := 1;
    rest float8;
    least_cost float8;
    cost float8;
    places float8 := 0;
    matches float8 := coalesce(total, 0);
    part float8;
  begin
    narrowed := cardinality(counts);
    way := 'index';
    reach := 0;
    if coalesce(total, 0) <= 0 or counts[1] <= 0 then return; end if;
    for n in 1 .. cardinality(counts) loop share := share * least(1, greatest(1, counts[n])::float8 / total); end loop;
    rest := share;
    part := case when total * share >= ${(candidates / 2) * sampled} then 1.0 / ${sampled} else 1 end;
    for n in 1 .. cardinality(counts) loop
      rest := rest / least(1, greatest(1, counts[n])::float8 / total);
      matches := matches * least(1, greatest(1, counts[n])::float8 / total);
      places := places + counts[n] * case when n = 1 then ${cost.place} else ${cost.passed} end;
      cost := (places + ${cost.match} * matches) * part + ${cost.row} * least(matches * part, ${candidates} / rest);
      if least_cost is null or cost < least_cost then
        least_cost := cost;
        narrowed := n;
      end if;
    end loop;
    if part < 1 then way := 'sample'; end if;
    if ${candidates * cost.walked} / share < least_cost and ${candidates * patience} / share <= ${mostWalked} then
      way := 'latest';
      reach := ceil(${candidates * patience} / share);
    end if;
  end $$;`;

/** A query's words with all that each may stand for, as `tsquery`; `near` has the nearest readings alone. */
const priceGroups = `
  create or replace function price_groups(organization uuid, query text, every_reading boolean)
  returns table (place integer, sought text, near text, entries bigint) stable parallel safe rows 5 language plpgsql as $$
  begin
    return query
      select w.place, '(' || string_agg(w.quoted, ' | ' order by w.n) || ')',
        '(' || string_agg(w.quoted, ' | ' order by w.n) filter (where w.reading = w.nearest) || ')', sum(w.entries)::bigint
      from (
        select r.place, r.n, r.reading, greatest(1, coalesce(r.entries, 1)) as entries, first_value(r.reading) over (partition by r.place order by r.n) as nearest,
          '''' || replace(replace(r.lexeme, '\\', '\\\\'), '''', '''''') || '''' as quoted
        from (
          select distinct on (w.place, w.lexeme) * from price_words(organization, query, every_reading) with ordinality w (place, lexeme, entries, reading, n)
          order by w.place, w.lexeme, w.n) r) w
      group by w.place;
  end $$;`;

/**
 * Candidates that have all of some words, which come with how many entries have each, rarest first. `sought` is what they must match beside
 * the filter, such as the words in this order; `filter_keys` is what of the filter the index knows.
 */
const candidatePrices = `
  create or replace function candidate_prices(organization uuid, sought text, words text[], counts bigint[], total bigint, filter text, filter_keys text,
    most integer, out ids uuid[], out vectors tsvector[])
  stable parallel safe language plpgsql as $$
  declare
    way record := price_way(counts, total);
    wanted tsquery := sought || filter;
    narrowing tsquery := array_to_string(words[1:way.narrowed], ' & ') || filter_keys;
  begin
    if way.way = 'latest' then
      select array_agg(c.id), array_agg(c.search) into ids, vectors from latest_prices(organization, wanted, way.reach, most) c;
    elsif way.way = 'sample' then
      select array_agg(c.id), array_agg(c.search) into ids, vectors from prices_in_sample(organization, wanted, narrowing, most) c;
    end if;
    -- Words may keep from each other.
    if coalesce(cardinality(ids), 0) * 4 < most then
      select array_agg(c.id), array_agg(c.search) into ids, vectors from prices_by_key(organization, wanted, narrowing, most) c;
    end if;
  end $$;`;

/**
 * The entries of an organization's price books that match words or begin with a code, best first, in one call: each further round trip takes as
 * long as what it asks. In steps, of which the first counts that finds any: all words in their nearest readings; two of them in any
 * reading; one.
 */
const searchPrices = `
  create or replace function search_prices(organization uuid, query text, category text, is_limited boolean, project uuid,
    is_code boolean, all_words boolean, notations text[], most integer)
  returns table (id uuid, score float8) stable parallel safe rows 10 language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
  declare
    sought_code text := code_key(query);
    category_filter text := '';
    unit_filter text;
    of_code uuid[];
    of_code_scores float8[];
    total bigint;
    words text[];
    near text[];
    counts bigint[];
    weights float8[];
    together text;
    whole text;
    whole_count bigint;
    word_count integer;
    ranked_by text;
    ids uuid[];
    vectors tsvector[];
    more record;
    pair integer[];
    hits uuid[];
    scores float8[];
    enough constant integer := greatest(${candidates}, most);
  begin
    if category is not null then
      select string_agg(' & ' || quote_literal(lexeme) || ':B', '') into category_filter from unnest(tsvector_to_array(search_vector(category))) lexeme;
      if category_filter is null then return; end if;
    end if;
    if notations is not null then
      select '(' || string_agg(distinct quote_literal(lexeme) || ':A', ' | ') || ')' into unit_filter
        from unnest(notations) notation, unnest(tsvector_to_array(search_vector(notation))) lexeme;
    end if;

    if is_code and sought_code <> '' then
      select array_agg(e.id), array_agg(case when e.code_key = sought_code then 1 else 0.95 end) into of_code, of_code_scores from (
        select e.id, e.code_key from price_book_entry e
        where e.organization_id = organization and e.code_key >= sought_code and e.code_key < sought_code || U&'\\+10FFFF'
          and (category_filter = '' or e.search @@ substr(category_filter, 4)::tsquery)
          and (not is_limited or exists (
            select from price_book b where b.organization_id = organization and b.id = e.book_id and (b.project_id is null or b.project_id = project)))
        order by e.organization_id, e.code_key limit most) e;
      return query select * from unnest(of_code, of_code_scores);
      if cardinality(of_code) >= most then return; end if;
    end if;

    select w.entries into total from search_word w where w.organization_id = organization and w.area = 'prices' and w.lexeme = '';
    for step in 0 .. case when all_words then 0 else 2 end loop
      if step < 2 then
        select array_agg(g.sought order by g.entries, g.place) filter (where g.place > 0),
            array_agg(g.near order by g.entries, g.place) filter (where g.place > 0),
            array_agg(g.entries order by g.entries, g.place) filter (where g.place > 0),
            string_agg(g.sought, case when is_code then ' <-> ' else ' & ' end order by case when is_code then g.place else g.entries end, g.place)
              filter (where g.place > 0),
            min(g.sought) filter (where g.place = 0), min(g.entries) filter (where g.place = 0)
          into words, near, counts, together, whole, whole_count
          from price_groups(organization, query, step > 0) g;
        weights := array(select case when total > 0 then ln(1 + total::float8 / n) else 1 end from unnest(counts) with ordinality c (n, i) order by i);
        word_count := coalesce(cardinality(words), 0);
      end if;

      ids := '{}';
      vectors := '{}';
      if step = 0 then
        if all_words and word_count < least(16, cardinality(tsvector_to_array(search_vector(left(query, 2000))))) then return; end if;
        if word_count = 0 and whole is null then
          exit when unit_filter is null or query <> '';
          -- Of the few units that there are, each is soon met.
          together := unit_filter;
          words := array[unit_filter];
          near := words;
          counts := array[coalesce(total, 0) / 5];
        end if;
        if whole is not null then
          together := '(' || concat_ws(' | ', '(' || together || ')', whole) || ')';
          select c.ids, c.vectors into ids, vectors from candidate_prices(organization, together, array[together],
            array[coalesce(counts[1], 0) + whole_count], total, concat(category_filter, ' & ' || unit_filter), category_filter, enough) c;
          words := words || whole;
          near := near || whole;
          weights := weights || 1::float8;
        else
          select c.ids, c.vectors into ids, vectors
            from candidate_prices(organization, '(' || together || ')', words, counts, total, concat(category_filter, ' & ' || unit_filter), category_filter, enough) c;
        end if;
        ranked_by := together;
      else
        ranked_by := null;
        for pair in
          select case step when 1 then array[i, j] else array[i] end
          from generate_series(1, least(word_count, ${mostRelaxed})) i, generate_series(case step when 1 then i + 1 else i end, case step when 1 then least(word_count, ${mostRelaxed}) else i end) j
          order by counts[i]::float8 * counts[j], i, j
        loop
          together := '(' || words[pair[1]] || coalesce(' & ' || words[pair[2]], '') || ')';
          ranked_by := concat_ws(' | ', ranked_by, together);
          continue when cardinality(ids) >= enough;
          select c.ids, c.vectors into more from candidate_prices(organization, together, array(select words[p] from unnest(pair) p),
            array(select counts[p] from unnest(pair) p), total, concat(category_filter, ' & ' || unit_filter), category_filter, enough) c;
          ids := ids || more.ids;
          vectors := vectors || more.vectors;
        end loop;
      end if;

      select array_agg(h.id), array_agg(h.score) into hits, scores from (
        select r.id, 0.7 * r.share + 0.2 * ts_rank_cd('{0.1, 0.2, 0.4, 1}', r.search, ranked_by::tsquery, 33) + case when notations is null then 0 else 0.1 end as score
        from (
          select distinct on (c.id) c.id, c.search, case when step = 0 and whole is null then 1 else (
              select sum(w.weight * case when c.search @@ w.near then 1 when c.search @@ w.sought then 0.6 else 0 end) / sum(w.weight)
              from unnest(near::tsquery[], words::tsquery[], weights) w (near, sought, weight)) end as share
          from unnest(ids, vectors) c (id, search)
          where not is_limited and notations is null or exists (
            select from price_book_entry e join price_book b on b.organization_id = organization and b.id = e.book_id
            where e.organization_id = organization and e.id = c.id and (not is_limited or b.project_id is null or b.project_id = project)
              and (notations is null or regexp_replace(translate(lower(e.unit), '²³', '23'), '[^a-z0-9]', '', 'g') = any (notations)))) r
        order by 2 desc, 1 limit most) h;
      exit when hits is not null;
    end loop;
    return query select * from unnest(hits, scores) h (id, score) where h.id <> all (coalesce(of_code, '{}'));
  end $$;`;

export const priceSearch = [priceWay, priceGroups, candidatePrices, searchPrices].join("\n");
