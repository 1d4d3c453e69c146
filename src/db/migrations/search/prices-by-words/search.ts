import { settings } from "../price-search/matches.js";
import { isWord } from "../price-search/words.js";

/** How many entries are ranked. If more match, those left out are as good as these. */
const candidates = 100;
const mostWords = 16;

/** What has all the words differs by how close together they stand. */
const ranked = (from: string) => `
        return query select c.id, 0.7 + 0.2 * ts_rank_cd('{0.1, 0.2, 0.4, 1}', c.search, sought, 33) from ${from} c (id, search)
          order by 2 desc, 1 limit most;`;

/**
 * As `search_prices`, by words alone, where entries have all of them in their nearest readings; by itself if none has. It takes few expressions: to make
 * one ready takes longer than to compute it, and each is made ready in each transaction. Lexemes are letters and digits alone.
 */
export const pricesByWords = `
  create or replace function prices_by_words(organization uuid, query text, most integer)
  returns table (id uuid, score float8) stable parallel safe rows 10 language plpgsql
  ${settings} as $$
  declare
    lexemes text[];
    words text[];
    counts bigint[];
    total bigint;
    enough integer;
    way record;
    sought tsquery;
    keys tsquery;
    found_prices record;
  begin
    -- What has four digits may be a code that is written apart.
    if length(query) - length(translate(query, '0123456789²³', '')) < 4 then
      lexemes := tsvector_to_array(to_tsvector('pratica_it', search_text(left(query, 2000))));
      if cardinality(lexemes) between 1 and ${mostWords} then
        -- The empty word counts all entries.
        select array_agg('''' || k.lexeme || ''''), array_agg(k.entries), max(k.entries) into words, counts, total from (
          select l.lexeme, (select w.entries from search_word w where ${isWord("l.lexeme")}) as entries
          from unnest(array[''] || lexemes) l (lexeme) order by 2, 1 desc) k;
        if counts[cardinality(counts)] is not null then
          words := trim_array(words, 1);
          counts := trim_array(counts, 1);
        else
          select array_agg(w.sought), array_agg(w.entries) into words, counts
            from (select * from price_words(organization, query, false) order by entries, place) w;
        end if;
      end if;
    end if;
    if words is not null then
      enough := greatest(${candidates}, most);
      way := price_way(counts, total, enough);
      sought := array_to_string(words, ' & ');
      if way.way = 'index' then
        keys := keyed_query(right(organization::text, 8), array_to_string(words[1:way.narrowed], ' & ')::tsquery);
        ${ranked(`(
              select e.id, e.search from price_book_entry e
              where lexeme_keys(right(e.organization_id::text, 8), e.search) @@ keys and e.organization_id::text = organization::text and e.search @@ sought
              limit enough)`)}
      else
        found_prices := candidate_prices(organization, sought::text, words, counts, total, '', '', enough, most);
        ${ranked("unnest(found_prices.ids, found_prices.vectors)")}
      end if;
      if found then return; end if;
    end if;
    return query select * from search_prices(organization, query, null, false, null, false, false, null, most);
  end $$;`;
