import { z } from "zod";
import { id, integer, note, number, percent, requiredNote, requiredWords, shortNote, words } from "../schemas.js";

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
  chapter: shortNote("titles of its chapters in the list, outermost first").optional(),
  labourPct: percent("share of labour in the price, percent").optional(),
  safetyPct: percent("share of safety in the price, percent").optional(),
});

/** The columns of an entry `e`, under the names of its fields. */
export const entryColumns = `e.id, e.code, e.category, e.description, e.unit, e.price, e.notes, e.chapter, e.labour_pct as "labourPct",
  e.safety_pct as "safetyPct"`;

export const year = integer("reference year");
