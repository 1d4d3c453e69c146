import { z } from "zod";
import { PriceBook } from "../../db/entities/price-book.js";
import { defineAction } from "../action.js";
import { keepDeleted } from "../deletions/keep-deleted.js";
import { deletedResult } from "../results.js";
import { bookId } from "./fields.js";

export const deletePriceBook = defineAction({
  name: "delete_price_book",
  title: { en: "Delete a price book", it: "Elimina un prezzario" },
  description: "Deletes a price book with all its entries.",
  area: "price_books",
  permissions: ["price_books:delete"],
  effect: "delete",

  input: z.strictObject({ bookId }),
  result: deletedResult,

  async run({ bookId }, ctx) {
    const book = await ctx.load(PriceBook, { bookId });
    ctx.delete(book);
    return keepDeleted(ctx, { kind: "price_book", id: book.id, title: book.name });
  },
});
