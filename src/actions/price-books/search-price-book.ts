import { z } from "zod";
import { searchPrices } from "../../db/prices/search-prices.js";
import { defineAction } from "../action.js";
import { recordOf } from "../record-areas.js";
import { leftOutIfNull } from "../results.js";
import { clampLimit, integer, requiredNote, shortNote } from "../schemas.js";
import { priceBookEntryResult } from "./results.js";

const found = priceBookEntryResult.extend({
  bookId: z.string(),
  bookName: z.string(),
  bookYear: leftOutIfNull(z.number().describe("edition of the book")),
  score: z.number().describe("0 to 1; higher is better"),
});
recordOf(found, "price_books");

export const searchPriceBook = defineAction({
  name: "search_price_book",
  title: { en: "Search the price books", it: "Cerca nei prezzari" },
  description:
    "Searches all price books by code, description or category, in Italian. Other word forms, missing accents, parts of words and one typo still match. Best hits first.",
  area: "price_books",
  permissions: ["price_books:view"],
  effect: "read",

  input: z.strictObject({
    query: requiredNote("words of the description or category, or the beginning of a code"),
    category: shortNote("only entries whose category has these words").optional(),
    limit: integer("at most, 1–200").default(10),
  }),
  result: z.object({ query: z.string(), entries: z.array(found) }),

  async run({ query, category, limit }, ctx) {
    const entries = await searchPrices(ctx.query, query, { category: category || null }, clampLimit(limit));
    return { query, entries };
  },
});
