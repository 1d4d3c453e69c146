import { z } from "zod";
import { PriceBook } from "../../db/entities/price-book.js";
import { notFound } from "../../domain/errors.js";
import { isId } from "../../domain/ids.js";
import { linesInItalian } from "../../domain/italian-names.js";
import { shortened } from "../../domain/text/shortened.js";
import { defineAction } from "../action.js";
import { keepDeleted } from "../deletions/keep-deleted.js";
import { id } from "../schemas.js";
import { bookId } from "./fields.js";

export const deletePriceBookEntries = defineAction({
  name: "delete_price_book_entries",
  title: { en: "Delete entries of a price book", it: "Elimina voci del prezzario" },
  description: "Deletes entries of a price book, all or none.",
  area: "price_books",
  permissions: ["price_books:delete"],
  effect: "delete",
  addition: true,

  input: z.strictObject({ bookId, entryIds: z.array(id("an entry")).describe("the entries to delete") }),
  result: z.object({ bookId: z.string(), deleted: z.number() }),

  async run({ bookId, entryIds }, ctx) {
    const book = await ctx.load(PriceBook, { bookId });
    const ids = [...new Set(entryIds.map((entryId) => entryId.toLowerCase()))];
    // Locked, so that what others delete at the same time is missing here, and no deletion is kept that took less than it says.
    const found = await ctx.execute<{ id: string }>(
      "select id from price_book_entry where organization_id = $1 and book_id = $2 and id = any($3) order by id for update",
      book.id,
      ids.filter(isId),
    );
    const known = new Set(found.map((entry) => entry.id));
    const unknown = entryIds.find((entryId) => !known.has(entryId.toLowerCase()));
    if (unknown !== undefined) throw notFound("entryIds", unknown);
    if (ids.length === 0) return { bookId: book.id, deleted: 0 };
    const parts = { table: "price_book_entry", ids };
    await keepDeleted(ctx, { kind: "price_book", id: book.id, title: titleOf(book, ids.length), parts });
    const gone = await ctx.execute<{ id: string }>(
      "delete from price_book_entry where organization_id = $1 and book_id = $2 and id = any($3) returning id",
      book.id,
      ids,
    );
    for (const { id } of gone) ctx.note({ record: "price_book_entry", id, op: "delete" });
    return { bookId: book.id, deleted: gone.length };
  },
});

/** In the title of what was deleted, a longer name is cut short. */
const maxShownName = 200;

/** It tells entries from the whole book, which has its name alone. */
const titleOf = ({ name }: PriceBook, count: number): string =>
  `${shortened(name, maxShownName)}: ${linesInItalian(count)}`;
