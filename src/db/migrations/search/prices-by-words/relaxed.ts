import { holding, mostRelaxed, searchWith } from "../price-search/search.js";

/**
 * With the queries read once, not for each candidate. For each part of a query, `ts_rank_cd` clears 32 kB for each entry that it ranks. So how close
 * together the words stand is found out only of those that it may bring among the best, and by the words' nearest readings alone; and two of several
 * words are the first with one of the others, or the second with one of those after it, and so on.
 */
const quick = {
  declared: `    ranking tsquery;
    near_queries tsquery[];
    queries tsquery[];
    weights float8[];
`,
  ranking: `      if step = 1 then
        ranked_by := (
          select string_agg('(' || near[n] || ' & (' || array_to_string(near[n + 1:${mostRelaxed}], ' | ') || '))', ' | ')
          from generate_series(1, least(word_count, ${mostRelaxed}) - 1) n);
      elsif step = 2 then
        ranked_by := array_to_string(near[:${mostRelaxed}], ' | ');
      end if;
      ranking := ranked_by;
      near_queries := near::tsquery[];
      queries := words::tsquery[];
      weights := array(select case when total > 0 then ln(1 + total::float8 / greatest(1, n)) else 1 end from unnest(counts) n);
      select array_agg(h.id), array_agg(h.score) into hits, scores from (
        select r.id, 0.7 * r.share + 0.2 * ts_rank_cd('{0.1, 0.2, 0.4, 1}', r.search, ranking, 33) + case when notations is null then 0 else 0.1 end as score
        from (
          select s.*, nth_value(s.share, most) over (order by s.share desc rows between unbounded preceding and unbounded following) as enough_share from (
            select distinct on (c.id) c.id, c.search, case when step = 0 and whole is null then 1 else (
                select sum(w.weight * case when c.search @@ w.near then 1 when c.search @@ w.sought then 0.6 else 0 end) / sum(w.weight)
                from unnest(near_queries, queries, weights) w (near, sought, weight)) end as share
            from unnest(ids, vectors) c (id, search)
            ${holding}) s) r
        where r.enough_share is null or 0.7 * r.share + 0.2 >= 0.7 * r.enough_share
        order by 2 desc, 1 limit most) h;
`,
};

export const quickSearchPrices = searchWith({ name: "search_prices", firstStep: 0, ...quick });
/** For what has been sought by all words. */
export const relaxedPrices = searchWith({ name: "relaxed_prices", firstStep: 1, ...quick });
