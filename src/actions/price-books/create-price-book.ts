import { z } from "zod";
import { PriceBook } from "../../db/entities/price-book.js";
import { Project } from "../../db/entities/project.js";
import { defineAction } from "../action.js";
import { findRepeats } from "../repeats.js";
import { id, name } from "../schemas.js";
import { warningsIfAny, withWarnings } from "../warning-results.js";
import { bookFields, year } from "./fields.js";
import { priceBookResult } from "./results.js";

export const createPriceBook = defineAction({
  name: "create_price_book",
  title: { en: "Create a price book", it: "Crea un prezzario" },
  description: "Creates an empty price book (prezzario).",
  area: "price_books",
  permissions: ["price_books:edit"],
  effect: "create",

  input: z.strictObject({
    name: name("name of the book"),
    ...bookFields,
    year: year.optional(),
    projectId: id("the project it is for; without one: all").optional(),
  }),
  result: priceBookResult.extend({ warnings: warningsIfAny }),

  async run({ name, description, source, year = null, projectId }, ctx) {
    const project = await ctx.loadOptional(Project, { projectId });
    const book = ctx.insert(PriceBook, {
      name,
      description: description || null,
      source: source || null,
      year,
      projectId: project?.id ?? null,
    });
    const repeats = findRepeats(ctx, PriceBook, book, ["name", "source", "year", "projectId"]);
    return withWarnings(book, repeats);
  },
});
