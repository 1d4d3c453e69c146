import { settings } from "./matches.js";
import { isWord } from "./words.js";

/** How many entries are ranked. If more match, those left out are as good as these. */
const candidates = 100;
/** Of a query that no entry has all words of, so many of the rarest words are sought by twos. */
export const mostRelaxed = 5;

/** The function, and another that is like it. */
interface Variant {
  name: string;
  /** 0: all words in their nearest readings; 1: two of them */
  firstStep: number;
  /** further variables */
  declared: string;
  /** the statement that ranks candidates */
  ranking: string;
}

/** Keeps of the candidates `c` those of books that hold for the project, with the unit that is sought. */
export const holding = `where not is_limited and notations is null or exists (
            select from price_book_entry e join price_book b on b.organization_id = organization and b.id = e.book_id
            where e.organization_id = organization and e.id = c.id and (not is_limited or b.project_id is null or b.project_id = project)
              and (notations is null or regexp_replace(translate(lower(e.unit), '²³', '23'), '[^a-z0-9]', '', 'g') = any (notations)))`;

const ranking = `      select array_agg(h.id), array_agg(h.score) into hits, scores from (
        select r.id, 0.7 * r.share + 0.2 * ts_rank_cd('{0.1, 0.2, 0.4, 1}', r.search, ranked_by::tsquery, 33) + case when notations is null then 0 else 0.1 end as score
        from (
          select distinct on (c.id) c.id, c.search, case when step = 0 and whole is null then 1 else (
              select sum(w.weight * case when c.search @@ w.near then 1 when c.search @@ w.sought then 0.6 else 0 end) / sum(w.weight)
              from (select n.near, n.sought, case when total > 0 then ln(1 + total::float8 / greatest(1, n.entries)) else 1 end as weight from unnest(near::tsquery[], words::tsquery[], counts) n (near, sought, entries)) w) end as share
          from unnest(ids, vectors) c (id, search)
          ${holding}) r
        order by 2 desc, 1 limit most) h;
`;

/**
 * The entries of an organization's price books that match words or begin with a code, best first, in one call: each further round trip takes as
 * long as what it asks. In steps, of which the first counts that finds any: all words in their nearest readings; two of them in any
 * reading; one.
 */
export const searchWith = ({ name, firstStep, declared, ranking }: Variant) => `
  create or replace function ${name}(organization uuid, query text, category text, is_limited boolean, project uuid,
    is_code boolean, all_words boolean, notations text[], most integer)
  returns table (id uuid, score float8) stable parallel safe rows 10 language plpgsql
  ${settings} as $$
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
    places integer[];
    together text;
    whole text;
    whole_count bigint;
    word_count integer;
    ranked_by text;
    ids uuid[];
    vectors tsvector[];
    more record;
    pair integer[];
${declared}    hits uuid[];
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

    select w.entries into total from search_word w where ${isWord("''")};
    for step in ${firstStep} .. case when all_words then 0 else 2 end loop
      if step < 2 then
        select array_agg(w.sought) filter (where w.place > 0), array_agg(w.near) filter (where w.place > 0), array_agg(w.entries) filter (where w.place > 0),
            array_agg(w.place) filter (where w.place > 0), min(w.sought) filter (where w.place = 0), min(w.entries) filter (where w.place = 0)
          into words, near, counts, places, whole, whole_count
          from (select * from price_words(organization, query, step > 0) order by entries, place) w;
        word_count := coalesce(cardinality(words), 0);
        together := case when is_code then (select string_agg(w.sought, ' <-> ' order by w.place) from unnest(words, places) w (sought, place))
          else array_to_string(words, ' & ') end;
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
            array[coalesce(counts[1], 0) + whole_count], total, concat(category_filter, ' & ' || unit_filter), category_filter, enough, most) c;
          words := words || whole;
          near := near || whole;
          counts := counts || total;
        else
          select c.ids, c.vectors into ids, vectors
            from candidate_prices(organization, '(' || together || ')', words, counts, total, concat(category_filter, ' & ' || unit_filter), category_filter, enough, most) c;
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
            array(select counts[p] from unnest(pair) p), total, concat(category_filter, ' & ' || unit_filter), category_filter, enough, most) c;
          ids := ids || more.ids;
          vectors := vectors || more.vectors;
        end loop;
      end if;

${ranking}      exit when hits is not null;
    end loop;
    return query select * from unnest(hits, scores) h (id, score) where h.id <> all (coalesce(of_code, '{}'));
  end $$;`;

export const searchPrices = searchWith({ name: "search_prices", firstStep: 0, declared: "", ranking });
