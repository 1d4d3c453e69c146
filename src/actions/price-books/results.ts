import { z } from "zod";
import { recordOf } from "../record-areas.js";
import { leftOutIfNull, recordFields, text } from "../results.js";

export const priceBookResult = z.object({
  ...recordFields,
  name: z.string(),
  description: text,
  source: text,
  year: z.number().nullable(),
  projectId: text,
});

export const priceBookEntryResult = z.object({
  id: z.string(),
  code: text,
  category: text,
  description: z.string(),
  unit: z.string(),
  price: z.number().describe("unit price in euro"),
  notes: text,
  chapter: leftOutIfNull(z.string().describe("titles of its chapters in the list, outermost first")),
  labourPct: leftOutIfNull(z.number().describe("share of labour in the price, percent")),
  safetyPct: leftOutIfNull(z.number().describe("share of safety in the price, percent")),
});

for (const schema of [priceBookResult, priceBookEntryResult]) recordOf(schema, "price_books");
