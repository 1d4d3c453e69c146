/** One of sixteen entries, by its id, whose end is random. What many entries have is sought among these first. */
export const isInSample = "right(id::text, 1) = '0'";
export const sampleIndex = `price_book_entry_sample on price_book_entry using gin (lexeme_keys(right(organization_id::text, 8), search)) with (fastupdate = off) where ${isInSample}`;

const settings =
  "set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set max_parallel_workers_per_gather = 0 set plan_cache_mode = force_generic_plan";

const found = (name: string, parameters: string, settings: string, query: string) => `
  create or replace function ${name}(organization uuid, sought tsquery, ${parameters}, most integer) returns table (id uuid, search tsvector)
  stable parallel safe rows 100 language plpgsql ${settings} as $$
  begin
    return query ${query} limit most;
  end $$;`;

const byKeys = (condition: string) => `select e.id, e.search from price_book_entry e
      where lexeme_keys(right(e.organization_id::text, 8), e.search) @@ keyed_query(right(organization::text, 8), narrowing)
        and e.organization_id::text = organization::text and e.search @@ sought${condition}`;

/**
 * Candidates before ranking: by an index of keys, or among the latest. The settings keep the planner, which doesn't know how common a word
 * is within one organization, from any other way; and have it read pages itself, which another process takes longer to do.
 */
export const priceMatches = [
  found(
    "prices_by_key",
    "narrowing tsquery",
    `${settings} set enable_indexscan = off set effective_io_concurrency = 0`,
    byKeys(""),
  ),
  found(
    "prices_in_sample",
    "narrowing tsquery",
    `${settings} set enable_indexscan = off set effective_io_concurrency = 0`,
    byKeys(` and ${isInSample.replace("id", "e.id")}`),
  ),
  found(
    "latest_prices",
    "reach integer",
    `${settings} set enable_sort = off set enable_bitmapscan = off`,
    `select w.id, w.search from (
        select e.id, e.search from price_book_entry e where e.organization_id = organization
        order by e.organization_id desc, e.id desc limit reach) w
      where w.search @@ sought`,
  ),
].join("\n");
