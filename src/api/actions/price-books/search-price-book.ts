import { z } from "zod";
import { maxCandidates, type Plan, relaxedPlan, strictPlan } from "../../../db/search/plan.js";
import { defineAction } from "../../action.js";
import type { ActionContext } from "../../context.js";
import { priceBookEntryResult } from "../../results.js";
import { integer, requiredText, text, within1And200 } from "../../schemas.js";
import { readingsOf } from "../search/words.js";

const found = priceBookEntryResult.extend({
  bookId: z.string(),
  bookName: z.string(),
  score: z.number().describe("0 to 1, the better the higher"),
});
type Found = z.input<typeof found>;

const foundColumns = `e.id, e.code, e.category, e.description, e.unit, e.price, e.notes, b.id as "bookId", b.name as "bookName"`;

export const searchPriceBook = defineAction({
  name: "search_price_book",
  title: "Search the price books",
  description:
    "Searches all price books of the firm by code, description or category, in Italian: word forms, missing accents, parts of words, one typo. Best hits first.",
  area: "price_books",
  permissions: ["price_books:view"],
  effect: "read",

  input: z.strictObject({
    query: requiredText("words of the description or category, or the beginning of a code"),
    category: text("only entries whose category has these words"),
    limit: integer("how many at most; brought into 1–200").default(10),
  }),
  result: z.object({ query: z.string(), entries: z.array(found) }),

  async run({ query, category, limit }, ctx) {
    const most = within1And200(limit);
    const filter = category ? await categoryFilter(ctx, category) : null;
    if (filter === "") return { query, entries: [] };
    const entries = looksLikeCode(query) ? await byCode(ctx, query, filter, most) : [];
    if (entries.length < most) {
      const known = new Set(entries.map(({ id }) => id));
      const more = await findByWords(ctx, query, filter, most);
      entries.push(...more.filter(({ id }) => !known.has(id)));
    }
    return { query, entries: entries.sort((a, b) => b.score - a.score).slice(0, most) };
  },
});

/** One run of letters and digits with digits in it, long or divided enough not to be a mere number. */
const looksLikeCode = (query: string): boolean =>
  /^\s*\S*\d\S*\s*$/.test(query) && /[a-z0-9]{4}|[a-z0-9][._/-]+[a-z0-9]/i.test(query);

/** A `tsquery` for the words of a category; "" when it has none that can be searched. */
async function categoryFilter(ctx: ActionContext, category: string): Promise<string> {
  const [words] = await ctx.query<{ filter: string | null }>(
    "select string_agg(quote_literal(lexeme) || ':B', ' & ') as filter from unnest(tsvector_to_array(search_vector($2))) lexeme where $1::uuid is not null",
    category,
  );
  return words?.filter ?? "";
}

/** Entries with all the words; where there are none, with two of them or words like them; else with one. */
async function findByWords(ctx: ActionContext, query: string, category: string | null, most: number): Promise<Found[]> {
  const strict = strictPlan(await readingsOf(ctx, "prices", query, "nearest"), looksLikeCode(query));
  // No word is known in any reading.
  if (!strict) return [];
  const found = await byWords(ctx, strict, category, most);
  if (found.length > 0) return found;
  const every = await readingsOf(ctx, "prices", query, "every");
  for (const together of [2, 1] as const) {
    const relaxed = relaxedPlan(every, together);
    const more = relaxed ? await byWords(ctx, relaxed, category, most) : [];
    if (more.length > 0) return more;
  }
  return [];
}

/** Entries whose code begins so, whatever divides its parts. */
function byCode(ctx: ActionContext, query: string, category: string | null, most: number): Promise<Found[]> {
  return ctx.query<Found>(
    `select ${foundColumns}, case when e.code_key = code_key($2) then 1 else 0.95 end as score
     from price_book_entry e join price_book b on b.organization_id = e.organization_id and b.id = e.book_id
     where e.organization_id = $1 and e.code_key >= code_key($2) and e.code_key < code_key($2) || U&'\\+10FFFF'
       and code_key($2) <> '' and ($3::tsquery is null or e.search @@ $3::tsquery)
     order by e.organization_id, e.code_key limit $4`,
    query,
    category,
    most,
  );
}

function byWords(ctx: ActionContext, plan: Plan, category: string | null, most: number): Promise<Found[]> {
  const candidates = category === null ? plan.query : `(${plan.query}) & ${category}`;
  return ctx.query<Found>(
    `with word as materialized (
       select near::tsquery as near, sought::tsquery as sought, weight from unnest($3::text[], $4::text[], $5::float8[]) w (near, sought, weight)
     )
     select ${foundColumns}, 0.7 * coverage.share + 0.2 * ts_rank_cd('{0.1, 0.2, 0.4, 1}', e.search, $2::tsquery, 33) as score
     from ${plan.walk ? "walk_prices" : "find_prices"}($1, $6::tsquery, $7) c (id)
     join price_book_entry e on e.organization_id = $1 and e.id = c.id
     join price_book b on b.organization_id = $1 and b.id = e.book_id
     cross join lateral (
       select sum(weight * case when e.search @@ near then 1 when e.search @@ sought then 0.6 else 0 end) / sum(weight) as share from word
     ) coverage
     order by score desc, e.id limit $8`,
    plan.query,
    plan.near,
    plan.all,
    plan.weights,
    candidates,
    Math.max(maxCandidates, most),
    most,
  );
}
