/** One of sixteen entries, by its id, whose end is random. What many entries have is sought among these first. */
export const isInSample = "right(id::text, 1) = '0'";
export const sampleIndex = `price_book_entry_sample on price_book_entry using gin (lexeme_keys(right(organization_id::text, 8), search)) with (fastupdate = off) where ${isInSample}`;

/** Of the function that calls all others: they plan by them too. */
export const settings =
  "set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set max_parallel_workers_per_gather = 0 set plan_cache_mode = force_generic_plan";

const matches = (name: string, parameters: string, way: string, query: string) => `
  create or replace function ${name}(organization uuid, sought tsquery, ${parameters}, most integer) returns table (id uuid, search tsvector)
  stable parallel safe rows 100 language plpgsql ${way} as $$
  begin
    return query ${query} limit most;
  end $$;`;

const byKeys = (condition: string) => `select e.id, e.search from price_book_entry e
      where lexeme_keys(right(e.organization_id::text, 8), e.search) @@ keyed_query(right(organization::text, 8), narrowing)
        and e.organization_id::text = organization::text and e.search @@ sought${condition}`;

/**
 * Candidates before ranking: by an index of keys, or among the latest. The settings keep the planner, which doesn't know how common a word
 * is within one organization, from any other way.
 */
export const priceMatches = [
  matches("prices_by_key", "narrowing tsquery", "set enable_indexscan = off", byKeys("")),
  matches(
    "prices_in_sample",
    "narrowing tsquery",
    "set enable_indexscan = off",
    byKeys(` and ${isInSample.replace("id", "e.id")}`),
  ),
  matches(
    "latest_prices",
    "reach integer",
    "set enable_sort = off set enable_bitmapscan = off",
    `select w.id, w.search from (
        select e.id, e.search from price_book_entry e where e.organization_id = organization
        order by e.organization_id desc, e.id desc limit reach) w
      where w.search @@ sought`,
  ),
].join("\n");
