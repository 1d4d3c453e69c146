import { type Plan, relaxedPlan, strictPlan } from "./plan.js";
import type { ReadWords } from "./words.js";

/**
 * Searches in steps, and returns the hits of the first step that has any: for all words of a query in their nearest readings; for
 * two of the words in any reading; for one word in any reading.
 * @param read the readings of the query's words
 * @param search carries out one step
 * @param inSequence in the first step, the words must follow each other, as the parts of a code do
 * @param needsAll whether the first step is the only one, and only if every word has a reading
 */
export async function findByWords<Hit>(
  read: ReadWords,
  search: (plan: Plan) => Promise<Hit[]>,
  { inSequence = false, needsAll = false } = {},
): Promise<Hit[]> {
  const nearest = await read("nearest");
  const readPlaces = new Set(nearest.readings.map(({ place }) => place).filter((place) => place > 0));
  if (needsAll && readPlaces.size < Number(nearest.words)) return [];
  const strict = strictPlan(nearest, inSequence);
  // The vocabulary has no reading of any of the words.
  if (!strict) return [];
  const strictHits = await search(strict);
  if (strictHits.length > 0 || needsAll) return strictHits;
  const every = await read("every");
  for (const together of [2, 1] as const) {
    const relaxed = relaxedPlan(every, together);
    const hits = relaxed ? await search(relaxed) : [];
    if (hits.length > 0) return hits;
  }
  return [];
}

/** The CTE `word`: one row for each word of a plan. `$3` is the plan's `near`, `$4` its `all`, `$5` its `weights`. */
export const wordCte = `word as materialized (
       select near::tsquery as near, sought::tsquery as sought, weight from unnest($3::text[], $4::text[], $5::float8[]) w (near, sought, weight)
     )`;

/**
 * A join that adds `coverage.share`, from 0 to 1: the weighted share of the words that a vector contains. A word counts in full
 * in its nearest readings, and 0.6 in others.
 */
export const coverageJoin = (vector: string): string => `cross join lateral (
       select sum(weight * case when ${vector} @@ near then 1 when ${vector} @@ sought then 0.6 else 0 end) / sum(weight) as share from word
     ) coverage`;
