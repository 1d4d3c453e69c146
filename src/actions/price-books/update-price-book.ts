import { z } from "zod";
import { PriceBook } from "../../db/entities/price-book.js";
import { Project } from "../../db/entities/project.js";
import { defineAction } from "../action.js";
import { emptyToNull, id, idOf, name } from "../schemas.js";
import { bookFields, bookId, year } from "./fields.js";
import { priceBookResult } from "./results.js";

export const updatePriceBook = defineAction({
  name: "update_price_book",
  title: { en: "Update a price book", it: "Modifica un prezzario" },
  description:
    'Changes the given fields of a price book; absent ones stay as they are, "" clears a text, null clears the year or the project.',
  area: "price_books",
  permissions: ["price_books:edit"],
  effect: "update",
  idempotent: true,

  input: z.strictObject({
    bookId,
    name: name("name of the book").optional(),
    ...bookFields,
    year: year.nullable().describe("reference year; null clears it").optional(),
    projectId: id("the project it is for; null: all").nullable().optional(),
  }),
  result: priceBookResult,

  async run({ bookId, name, description, source, year, projectId }, ctx) {
    const book = await ctx.load(PriceBook, { bookId });
    const project = await ctx.loadOptional(Project, { projectId });
    return ctx.update(book, {
      name,
      description: emptyToNull(description),
      source: emptyToNull(source),
      year,
      projectId: idOf(project),
    });
  },
});
