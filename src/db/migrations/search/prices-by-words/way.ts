import { candidatePricesBy, cost, elsewhere, sampled } from "../price-search/way.js";

/** As before, with fewer expressions: each costs more to be made ready, in every transaction, than to be computed. */
export const shortPriceWay = `
  create or replace function price_way(counts bigint[], total bigint, most integer, out narrowed integer, out way text, out reach integer)
  immutable parallel safe language plpgsql as $$
  declare
    count bigint;
    n integer := 0;
    share float8 := 1;
    had float8 := 1;
    least_cost float8 := 'infinity';
    cost float8;
    places float8 := 0;
    part float8;
  begin
    way := 'index';
    reach := 0;
    if total is null or total <= 0 or counts[1] <= 0 then
      narrowed := cardinality(counts);
      return;
    end if;
    foreach count in array counts loop share := share * least(1, greatest(1, count)::float8 / total); end loop;
    part := case when total * share / ${sampled} >= most / 2.0 then 1.0 / ${sampled} else 1 end;
    foreach count in array counts loop
      n := n + 1;
      had := had * least(1, greatest(1, count)::float8 / total);
      places := places + count * case when n = 1 then ${cost.place} else ${cost.passed} end;
      cost := (places + ${cost.match} * total * had) * part + ${cost.row} * least(total * had * part, most * had / share);
      if cost < least_cost then
        least_cost := cost;
        narrowed := n;
      end if;
    end loop;
    ${elsewhere}
  end $$;`;

/** As before, with the index asked in its own statement. */
export const askedCandidatePrices = candidatePricesBy(`(
        select e.id, e.search from price_book_entry e
        where lexeme_keys(right(e.organization_id::text, 8), e.search) @@ keyed_query(right(organization::text, 8), narrowing)
          and e.organization_id::text = organization::text and e.search @@ wanted limit most)`);
