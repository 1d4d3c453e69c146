import { z } from "zod";
import { id, integer, note, number, requiredNote, requiredWords, shortNote, words } from "../schemas.js";

export const bookId = id("the price book");

export const bookFields = {
  description: note("what it holds").optional(),
  source: shortNote("where its prices come from, such as a regional list or the organization's own").optional(),
};

export const entryFields = z.strictObject({
  code: words("code in the price list").optional(),
  category: shortNote("chapter or category").optional(),
  description: requiredNote("what is priced"),
  unit: requiredWords("unit of measure, e.g. m², m³, cad"),
  price: number("unit price in euro"),
  notes: note("notes").optional(),
});

export const year = integer("reference year");
