import { own, settings } from "./keys.js";

/** One kind after the other is looked up by its key: by organization and word alone, the index is read through for each kind that there is. */
const countsOf = (lexeme: string) => `array(
        select case when c.kind is not null then greatest(1, coalesce(c.records, 1))::integer end
        from unnest(kinds) with ordinality k (kind, n) left join lateral (
          select * from search_kind_word c where c.organization_id = organization and c.kind = k.kind and c.lexeme = ${lexeme} offset 0) c on true
        order by k.n)`;

/** Of beginnings and parts so many are looked at, of which the shortest are returned. */
export const mostLookedAt = 2_000;
/** The organization's words of records. */
export const words = "search_word w where w.organization_id = organization and w.area = 'records'";

/** Whether a lexeme `c` is a word's stem but for one typo, or begins as the raw word does but for one. */
export const isTypo = `c.lexeme <> stem and case
            when length(c.lexeme) between length(stem) - 1 and length(stem) + 1
              then levenshtein_less_equal(c.lexeme, stem, 2) <= 2 and one_typo(c.lexeme, stem)
            else length(c.lexeme) between greatest(5, length(raw) * 0.6) and length(raw) - 1
              and levenshtein_less_equal(c.lexeme, left(raw, length(c.lexeme)), 2) <= 2
              and one_typo(c.lexeme, left(raw, length(c.lexeme))) end`;

/**
 * What the words of a query may stand for among records, and how many there are of each. As `expand_words` has it, but that it reads nothing
 * beside the words, which are then found in their index alone: three thousand that begin like a long one were three thousand pages.
 */
export const recordReadings = `
  -- \`extent\`: for each word its nearest readings; every one of those that the vocabulary doesn't have as they are ('inexact'); or every one.
  create function record_words(organization uuid, query text, extent text)
  returns table (place integer, lexeme text, reading text) stable parallel safe rows 20 language plpgsql ${settings} as $$
  declare
    raw text;
    stem text;
    root text;
    half integer;
    meant text[];
    plain text := search_text(left(query, 200));
    compact text := replace(plain, ' ', '');
    scope text := ${own("organization")} || 'records';
    found_any boolean;
    last constant text := U&'\\+10FFFF';
  begin
    if plain like '% %' and length(compact) between 5 and 40 and length(regexp_replace(compact, '[^0-9]', '', 'g')) >= 4 then
      return query select 0, w.lexeme::text, 'part' from (
          select s.lexeme from search_word s
          where part_keys(${own("s.organization_id")} || s.area, s.lexeme) @> part_keys(scope, compact)
            and s.organization_id::text = organization::text and s.lexeme like '%' || compact || '%' limit ${mostLookedAt}
        ) w order by length(w.lexeme), w.lexeme limit 20;
    end if;
    place := 0;
    for raw, stem in
      select min(t.raw), t.stem from (
        select unaccent(r.raw) as raw, (tsvector_to_array(search_vector(r.raw)))[1] as stem, r.n
        from regexp_split_to_table(search_text(left(query, 2000)), ' ') with ordinality r (raw, n)) t
      where length(t.stem) between 1 and 64 group by t.stem order by min(t.n) limit 16
    loop
      place := place + 1;
      return query select record_words.place, w.lexeme::text, 'exact' from ${words} and w.lexeme = stem;
      found_any := found;
      continue when found_any and extent <> 'every' or length(stem) < 2;
      -- A part of a word has no ending of its own to be stemmed: "ossi" is in "Rossi", whose stem is "ross".
      root := case when length(stem) > 3 then regexp_replace(stem, '[aeio]$', '') else stem end;

      return query select record_words.place, b.lexeme::text, 'beginning' from (
          select w.lexeme from ${words} and w.lexeme >= root and w.lexeme < root || last and w.lexeme <> stem
          order by w.organization_id, w.area, w.lexeme limit ${mostLookedAt}
        ) b order by length(b.lexeme), b.lexeme limit 20;
      found_any := found_any or found;
      continue when found_any and extent = 'nearest';

      if length(root) >= 3 then
        return query select record_words.place, w.lexeme::text, 'part' from (
            select s.lexeme from search_word s
            where part_keys(${own("s.organization_id")} || s.area, s.lexeme) @> part_keys(scope, root)
              and s.organization_id::text = organization::text and s.lexeme like '_%' || root || '%' limit ${mostLookedAt}
          ) w order by length(w.lexeme), w.lexeme limit 20;
        found_any := found_any or found;
        continue when found_any and extent = 'nearest';
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
        return query select record_words.place, c.lexeme::text, 'typo' from (
            select w.lexeme from ${words} and meant is not null and w.lexeme = any (meant)
            union all
            select w.lexeme from ${words} and meant is null and w.lexeme >= left(stem, half) and w.lexeme < left(stem, half) || last
            union all
            select w.lexeme from ${words} and meant is null and reverse(w.lexeme) >= reverse(right(stem, half)) collate "C"
              and reverse(w.lexeme) < reverse(right(stem, half)) || last collate "C"
              and not (w.lexeme >= left(stem, half) and w.lexeme < left(stem, half) || last)
          ) c
          where ${isTypo}
          order by levenshtein(c.lexeme, left(raw, length(c.lexeme))), c.lexeme limit 5;
      end if;
    end loop;
  end $$;

  create function record_readings(organization uuid, query text, kinds text[], extent text)
  returns table (place integer, lexeme text, reading text, by_kind integer[], totals integer[]) stable parallel safe rows 20
  language plpgsql ${settings} as $$
  #variable_conflict use_column
  declare
    all_of integer[] := ${countsOf("''")};
  begin
    return query select r.place, r.lexeme, r.reading, ${countsOf("r.lexeme")}, all_of
      from record_words(organization, query, extent) r;
  end $$;
`;

export const recordReadingsDown = "drop function record_readings, record_words;";
