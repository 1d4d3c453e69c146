/** What Italian stems lose. A part of a word may end within it: "onsolidamen" is in "consolidamento", whose stem is "consolid". */
const endings =
  "amento amenti imento imenti amente azione azioni izione izioni uzione uzioni atore atori atrice atrici anza anze enza enze ante anti ente enti abile abili ibile ibili ico ica ici iche ismo ismi ista iste isti oso osa osi ose ivo iva ivi ive logia logie ato ata ati ate ito ita iti ite uto uta uti ute are ere ire ando endo";

/** So many beginnings and parts are looked at, of which the shortest are returned. */
const mostLookedAt = 2_000;
const own = "w.organization_id = organization and w.area = 'prices'";
const shortest = "order by length(w.lexeme), w.lexeme limit 20";

/**
 * What each word of a query may stand for among an organization's prices, nearest first, as `expand_words` has it, in fewer statements. A
 * beginning or part is first sought as it is written, then without the ending that its stem loses.
 */
export const priceWords = `
  create or replace function price_words(organization uuid, query text, every_reading boolean)
  returns table (place integer, lexeme text, entries bigint, reading text) stable parallel safe rows 20 language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set max_parallel_workers_per_gather = 0
  set plan_cache_mode = force_generic_plan as $$
  declare
    raw text;
    stem text;
    root text;
    half integer;
    meant text[];
    plain text := search_text(left(query, 2000));
    compact text := replace(left(plain, 200), ' ', '');
    scope text := right(organization::text, 8) || 'prices';
    found_any boolean;
    last constant text := U&'\\+10FFFF';
  begin
    if plain like '% %' and length(compact) between 5 and 40 and length(regexp_replace(compact, '[^0-9]', '', 'g')) >= 4 then
      return query select 0, w.lexeme::text, w.entries, 'part' from (
          select s.lexeme, s.entries from search_word s
          where part_keys(right(s.organization_id::text, 8) || s.area, s.lexeme) @> part_keys(scope, compact)
            and s.organization_id::text = organization::text and s.lexeme like '%' || compact || '%' limit ${mostLookedAt}
        ) w ${shortest};
    end if;
    place := 0;
    for raw, stem in
      select min(t.raw), t.stem from (
        select unaccent(r.raw) as raw, (tsvector_to_array(search_vector(r.raw)))[1] as stem, r.n
        from string_to_table(plain, ' ') with ordinality r (raw, n)) t
      where length(t.stem) between 1 and 64 group by t.stem order by min(t.n) limit 16
    loop
      place := place + 1;
      return query select price_words.place, w.lexeme::text, w.entries, 'exact' from search_word w where ${own} and w.lexeme = stem;
      found_any := found;
      continue when found_any and not every_reading or length(stem) < 2;

      -- A part of a word has no ending of its own to be stemmed: "ossi" is in "Rossi", whose stem is "ross".
      foreach root in array array[raw, stem] loop
        root := case when length(root) > 3 then regexp_replace(root, '[aeio]$', '') else root end;
        return query select price_words.place, w.lexeme::text, w.entries, 'beginning' from (
            select w.lexeme, w.entries from search_word w
            where ${own} and w.lexeme >= root and w.lexeme < root || last and w.lexeme <> stem
            order by w.organization_id, w.area, w.lexeme limit ${mostLookedAt}
          ) w ${shortest};
        found_any := found_any or found;
        exit when found_any and not every_reading;

        if length(root) >= 3 then
          return query select price_words.place, w.lexeme::text, w.entries, 'part' from (
              select s.lexeme, s.entries from search_word s
              where part_keys(right(s.organization_id::text, 8) || s.area, s.lexeme) @> part_keys(scope, root)
                and s.organization_id::text = organization::text and s.area = 'prices' and s.lexeme like '_%' || root || '%' limit ${mostLookedAt}
            ) w ${shortest};
          found_any := found_any or found;
          exit when found_any and not every_reading;
        end if;
        for half in reverse length(raw) - 2 .. greatest(4, length(raw) / 2) loop
          continue when not exists (select from string_to_table('${endings}', ' ') e where starts_with(e, substr(raw, half + 1)));
          return query select price_words.place, w.lexeme::text, w.entries, 'part' from search_word w
            where ${own} and reverse(w.lexeme) >= reverse(left(raw, half)) collate "C"
              and reverse(w.lexeme) < reverse(left(raw, half)) || last collate "C" and w.lexeme <> stem ${shortest};
          found_any := found_any or found;
          exit when found;
        end loop;
        exit when found_any and not every_reading or raw = stem;
      end loop;
      continue when found_any and not every_reading;

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
        return query select price_words.place, c.lexeme::text, c.entries, 'typo' from (
            select w.lexeme, w.entries from search_word w where meant is not null and ${own} and w.lexeme = any (meant)
            union all
            select w.lexeme, w.entries from search_word w where meant is null and ${own}
              and w.lexeme >= left(stem, half) and w.lexeme < left(stem, half) || last
            union all
            select w.lexeme, w.entries from search_word w where meant is null and ${own}
              and reverse(w.lexeme) >= reverse(right(stem, half)) collate "C"
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
