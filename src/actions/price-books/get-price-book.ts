import { z } from "zod";
import { PriceBook } from "../../db/entities/price-book.js";
import { defineAction } from "../action.js";
import { idOfPlace, isNewerThan, toPage } from "../lists/cursor.js";
import { pageOf } from "../results.js";
import { clampLimit, paging } from "../schemas.js";
import { bookId, entryColumns } from "./fields.js";
import { importResult, latestImport } from "./imports.js";
import { priceBookEntryResult, priceBookResult } from "./results.js";

type Entry = z.input<typeof priceBookEntryResult>;

export const getPriceBook = defineAction({
  name: "get_price_book",
  title: { en: "Read a price book", it: "Legge un prezzario" },
  description:
    "Returns a price book with the number of its entries, a page of them in the order they were added, and the state of its latest import.",
  area: "price_books",
  permissions: ["price_books:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({ bookId, ...paging }),
  result: priceBookResult.extend({
    import: importResult.nullable().describe("of a price list, the latest"),
    entryCount: z.number(),
    entries: z.array(priceBookEntryResult),
    nextCursor: pageOf(priceBookEntryResult).shape.nextCursor.describe("for the next page of entries"),
  }),

  async run({ bookId, limit, cursor }, ctx) {
    const book = await ctx.load(PriceBook, { bookId });
    const pageSize = clampLimit(limit);
    // Read first, so that an import that is done has its entries in this answer.
    const latest = await latestImport(ctx, book.id);
    const [count] = await ctx.query<{ entryCount: number }>(
      `select count(*) as "entryCount" from price_book_entry where organization_id = $1 and book_id = $2`,
      book.id,
    );
    const entries = await ctx.query<Entry>(
      `select ${entryColumns} from price_book_entry e
       where e.organization_id = $1 and e.book_id = $2 and ${isNewerThan("$3", "e.id")} order by e.id limit $4`,
      book.id,
      idOfPlace(cursor),
      pageSize + 1,
    );
    const { items, nextCursor } = toPage(entries, pageSize, ({ id }) => id);
    return {
      ...book,
      import: latest,
      entryCount: count?.entryCount ?? 0,
      entries: items,
      nextCursor,
    };
  },
});
