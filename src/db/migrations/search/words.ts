/** As it was until migration 55. */
export const expandWords = `  -- What each word of a query may stand for in an organization's vocabulary, nearest first. A reading is only tried where
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

/** How texts become words, and what an organization's words may be mistaken for. */
export const textAndVocabulary = `
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

${expandWords}`;
