import { type Plan, relaxedPlan, strictPlan } from "./plan.js";
import type { ReadWords } from "./words.js";

/**
 * Searches in steps, and returns the hits of the first step that has any: for all words of a query in their nearest readings; for
 * two of the words in any reading; for one word in any reading.
 * @param read the readings of the query's words
 * @param search carries out one step
 */
export async function findByWords<Hit>(read: ReadWords, search: (plan: Plan) => Promise<Hit[]>): Promise<Hit[]> {
  const strict = strictPlan(await read("nearest"));
  // The vocabulary has no reading of any of the words.
  if (!strict) return [];
  const strictHits = await search(strict);
  if (strictHits.length > 0) return strictHits;
  const every = await read("every");
  for (const together of [2, 1] as const) {
    const relaxed = relaxedPlan(every, together);
    const hits = relaxed ? await search(relaxed) : [];
    if (hits.length > 0) return hits;
  }
  return [];
}
