import { z } from "zod";
import { PriceBook } from "../../db/entities/price-book.js";
import { defineAction } from "../action.js";
import { pageOf, priceBookResult } from "../results.js";
import { id, paging } from "../schemas.js";

export const listPriceBooks = defineAction({
  name: "list_price_books",
  title: { en: "List price books", it: "Elenca i prezzari" },
  description: "Lists price books, or those of one project, newest first.",
  area: "price_books",
  permissions: ["price_books:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({
    projectId: id("only books of this project; null: only those of no project").nullable().optional(),
    ...paging,
  }),
  result: pageOf(priceBookResult),

  async run({ projectId, limit, cursor }, ctx) {
    return ctx.page(PriceBook, { projectId }, { limit, cursor });
  },
});
