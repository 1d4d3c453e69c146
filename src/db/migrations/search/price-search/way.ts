/**
 * What is measured of each, in microseconds: a place of a word in the index that is looked at, one that is passed over beside rarer words,
 * a match that the index gives, a row that is read for it, and a row that is walked past.
 */
export const cost = { place: 0.12, passed: 0.007, match: 0.2, row: 6, walked: 1.2 };
/** Words don't keep from or keep to each other by chance alone: so many times as many entries are walked as should do. */
const patience = 4;
const mostWalked = 50_000;
export const sampled = 16;

/** The whole index isn't asked where the sample, or the latest entries, take less. */
export const elsewhere = `if part < 1 then way := 'sample'; end if;
    if ${cost.walked} * most / share < least_cost and ${patience} * most / share <= ${mostWalked} then
      way := 'latest';
      reach := ceil(${patience} * most / share);
    end if;`;

/**
 * The cheapest way to so many candidates with some words, of which the counts of entries are given, rarest first: by how many of the words
 * the index is asked (what it isn't asked for is compared in the rows), and whether all of it, the sample, or the latest entries first.
 */
export const priceWay = `
  create or replace function price_way(counts bigint[], total bigint, most integer, out narrowed integer, out way text, out reach integer)
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
    part := case when total * share / ${sampled} >= most / 2.0 then 1.0 / ${sampled} else 1 end;
    for n in 1 .. cardinality(counts) loop
      rest := rest / least(1, greatest(1, counts[n])::float8 / total);
      matches := matches * least(1, greatest(1, counts[n])::float8 / total);
      places := places + counts[n] * case when n = 1 then ${cost.place} else ${cost.passed} end;
      cost := (places + ${cost.match} * matches) * part + ${cost.row} * least(matches * part, most / rest);
      if least_cost is null or cost < least_cost then
        least_cost := cost;
        narrowed := n;
      end if;
    end loop;
    ${elsewhere}
  end $$;`;

/**
 * Candidates that have all of some words, which come with how many entries have each, rarest first. `sought` is what they must match beside
 * the filter, such as the words in this order; `filter_keys` is what of the filter the index knows. So many are looked for, and all of the
 * organization are looked through if there are fewer than are asked for, or than a quarter.
 */
export const candidatePrices = candidatePricesBy("prices_by_key(organization, wanted, narrowing, most)");

/** @param index gives those that the index finds */
export function candidatePricesBy(index: string): string {
  return `
  create or replace function candidate_prices(organization uuid, sought text, words text[], counts bigint[], total bigint, filter text, filter_keys text,
    most integer, asked integer, out ids uuid[], out vectors tsvector[])
  stable parallel safe language plpgsql as $$
  declare
    way record := price_way(counts, total, most);
    wanted tsquery := sought || filter;
    narrowing tsquery := array_to_string(words[1:way.narrowed], ' & ') || filter_keys;
  begin
    if way.way = 'latest' then
      select array_agg(c.id), array_agg(c.search) into ids, vectors from latest_prices(organization, wanted, way.reach, most) c;
    elsif way.way = 'sample' then
      select array_agg(c.id), array_agg(c.search) into ids, vectors from prices_in_sample(organization, wanted, narrowing, most) c;
    end if;
    -- Words may keep from each other.
    if coalesce(cardinality(ids), 0) < greatest(asked, most / 4) then
      select array_agg(c.id), array_agg(c.search) into ids, vectors from ${index} c;
    end if;
  end $$;`;
}
