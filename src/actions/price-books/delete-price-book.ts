import { z } from "zod";
import { PriceBook } from "../../db/entities/price-book.js";
import { defineAction } from "../action.js";
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
    ctx.delete(await ctx.load(PriceBook, { bookId }));
    return { id: bookId, deleted: true } as const;
  },
});
