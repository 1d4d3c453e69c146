import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { PriceBook } from "../../db/entities/price-book.js";
import { defineAction } from "../action.js";
import { bookId, entryFields } from "./fields.js";

const rowsPerStatement = 5_000;

export const addPriceBookEntries = defineAction({
  name: "add_price_book_entries",
  title: { en: "Add entries to a price book", it: "Aggiunge voci al prezzario" },
  description: "Adds any number of entries to a price book, all or none.",
  area: "price_books",
  permissions: ["price_books:edit"],
  effect: "create",
  body: "large",

  input: z.strictObject({
    bookId,
    entries: z.array(entryFields).describe("the entries to add"),
  }),
  result: z.object({ bookId: z.string(), added: z.number() }),

  async run({ bookId, entries }, ctx) {
    const book = await ctx.load(PriceBook, { bookId });
    for (let start = 0; start < entries.length; start += rowsPerStatement) {
      const rows = entries.slice(start, start + rowsPerStatement);
      await ctx.execute(
        `insert into price_book_entry (organization_id, id, book_id, code, category, description, unit, price, notes, created_at)
         select $1, id, $2, nullif(code, ''), nullif(category, ''), description, unit, price, nullif(notes, ''), $3
         from unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::numeric[], $10::text[])
           as entry (id, code, category, description, unit, price, notes)`,
        book.id,
        ctx.now,
        rows.map(() => uuidv7()),
        rows.map(({ code }) => code),
        rows.map(({ category }) => category),
        rows.map(({ description }) => description),
        rows.map(({ unit }) => unit),
        rows.map(({ price }) => price),
        rows.map(({ notes }) => notes),
      );
    }
    if (entries.length > 0) {
      ctx.note({ record: "price_book", id: book.id, op: "update", after: { entriesAdded: entries.length } });
    }
    return { bookId: book.id, added: entries.length };
  },
});
