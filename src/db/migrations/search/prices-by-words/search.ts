import { settings } from "../price-search/matches.js";
import { isWord } from "../price-search/words.js";

/** How many entries are ranked. If more match, those left out are as good as these. */
const candidates = 100;
const mostWords = 16;

/** What has all the words differs by how close together they stand. */
const ranked = (from: string) => `
        return query select c.id, 0.7 + 0.2 * ts_rank_cd('{0.1, 0.2, 0.4, 1}', c.search, sought, 33) from ${from} c (id, search)
          where c.id <> all (of_code) order by 2 desc, 1 limit most;`;

/**
 * As `search_prices`, by words or a code alone. Where entries have all the words in their nearest readings, as they mostly do, it takes few
 * expressions: to make one ready takes longer than to compute it, and each is made ready in each transaction. Lexemes are letters and digits alone.
 */
export const pricesByWords = `
  create or replace function prices_by_words(organization uuid, query text, is_code boolean, most integer)
  returns table (id uuid, score float8) stable parallel safe rows 10 language plpgsql
  ${settings} as $$
  declare
    sought_code text;
    of_code uuid[] := '{}';
    lexemes text[];
    words text[];
    counts bigint[];
    total bigint;
    places integer[];
    together text;
    has_whole boolean := false;
    enough integer;
    way record;
    sought tsquery;
    keys tsquery;
    candidates record;
  begin
    if is_code then
      sought_code := code_key(query);
      if sought_code <> '' then
        for id, score in
          select e.id, case when e.code_key = sought_code then 1 else 0.95 end from price_book_entry e
          where e.organization_id = organization and e.code_key >= sought_code and e.code_key < sought_code || U&'\\+10FFFF'
          order by e.organization_id, e.code_key limit most
        loop
          of_code := of_code || id;
          return next;
        end loop;
        if cardinality(of_code) >= most then return; end if;
      end if;
    -- What has four digits may be a code that is written apart.
    elsif length(query) - length(translate(query, '0123456789²³', '')) < 4 then
      lexemes := tsvector_to_array(to_tsvector('pratica_it', search_text(left(query, 2000))));
      if cardinality(lexemes) between 1 and ${mostWords} then
        -- The empty word counts all entries.
        select array_agg('''' || k.lexeme || ''''), array_agg(k.entries), max(k.entries) into words, counts, total from (
          select l.lexeme, (select w.entries from search_word w where ${isWord("l.lexeme")}) as entries
          from unnest(array[''] || lexemes) l (lexeme) order by 2, 1 desc) k;
        words := case when counts[cardinality(counts)] is not null then trim_array(words, 1) end;
      end if;
    end if;

    if words is not null then
      counts := trim_array(counts, 1);
      together := array_to_string(words, ' & ');
    else
      select array_agg(w.sought), array_agg(w.entries), array_agg(w.place), bool_or(w.place = 0), (select w.entries from search_word w where ${isWord("''")})
        into words, counts, places, has_whole, total
        from (select * from price_words(organization, query, false) order by entries, place) w;
      if words is null then return; end if;
      if is_code then
        together := (select string_agg(w.sought, ' <-> ' order by w.place) from unnest(words, places) w (sought, place));
      else
        together := array_to_string(words, ' & ');
      end if;
    end if;

    if has_whole then
      return query select s.id, s.score from search_prices(organization, query, null, false, null, is_code, false, null, most) s where s.id <> all (of_code);
    else
      enough := greatest(${candidates}, most);
      way := price_way(counts, total, enough);
      sought := together;
      if way.way = 'index' then
        keys := keyed_query(right(organization::text, 8), array_to_string(words[1:way.narrowed], ' & ')::tsquery);
        ${ranked(`(
              select e.id, e.search from price_book_entry e
              where lexeme_keys(right(e.organization_id::text, 8), e.search) @@ keys and e.organization_id::text = organization::text and e.search @@ sought
              limit enough)`)}
      else
        candidates := candidate_prices(organization, together, words, counts, total, '', '', enough, most);
        ${ranked("unnest(candidates.ids, candidates.vectors)")}
      end if;
      -- A code that is known needs no guesses.
      if not found and of_code = '{}' then
        return query select * from relaxed_prices(organization, query, null, false, null, is_code, false, null, most);
      end if;
    end if;
  end $$;`;
