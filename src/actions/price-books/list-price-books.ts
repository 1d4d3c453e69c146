import { z } from "zod";
import { PriceBook } from "../../db/entities/price-book.js";
import { defineAction } from "../action.js";
import { omitted } from "../embedded-records.js";
import { type OfProject, projectName, projectNameColumn } from "../lists/names.js";
import { recordOf } from "../record-areas.js";
import { pageOf } from "../results.js";
import { id, paging, view } from "../schemas.js";
import { priceBookResult } from "./results.js";

const item = recordOf(priceBookResult.extend({ project: projectName }), "price_books");

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
    view,
    ...paging,
  }),
  result: pageOf(item).extend({ omitted }),

  async run({ projectId, limit, cursor, view }, ctx) {
    const shortened = view === "full" ? [] : ["description", "source"];
    const columns = [projectNameColumn];
    return ctx.page<PriceBook, OfProject>(PriceBook, { projectId }, { limit, cursor, shortened, columns });
  },
});
