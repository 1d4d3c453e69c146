import { z } from "zod";
import { documentKinds, documentStatuses } from "../../domain/vocabulary.js";
import { recordOf } from "../record-areas.js";
import { instant, recordFields, text } from "../results.js";

export const lineItemResult = z.object({
  desc: z.string(),
  unit: z.string(),
  qty: z.number(),
  price: z.number().describe("unit price in euro"),
  code: text.default(null),
  safety: z
    .literal(true)
    .optional()
    .describe("a safety cost (oneri di sicurezza), never discounted; absent: it isn't one"),
});

const documentContent = {
  body: text,
  lineItems: z.array(lineItemResult),
  sections: z
    .array(z.object({ title: z.string(), firstLine: z.number(), lines: z.number(), subtotal: z.number() }))
    .describe("the chapters of line items drafted from a bill"),
  lineVat: z.array(z.object({ index: z.number(), vatPct: z.number() })).describe("line items with their own VAT rate"),
  discountPct: z.number().nullable(),
  vatPct: z.number().nullable(),
  notes: text,
};

/** A document with its totals in euro; `presentDocument` makes one. */
export const documentResult = z.object({
  ...recordFields,
  title: z.string(),
  kind: z.enum(documentKinds),
  projectId: text,
  contactId: text,
  ...documentContent,
  validUntil: instant.nullable(),
  status: z.enum(documentStatuses),
  number: text,
  subtotal: z.number(),
  safety: z.number().optional().describe("safety costs within the subtotal; absent: there are none"),
  discount: z.number(),
  taxable: z.number(),
  vat: z.number(),
  total: z.number(),
  vatByRate: z.array(z.object({ vatPct: z.number(), taxable: z.number(), vat: z.number() })),
});

export const templateResult = z.object({
  ...recordFields,
  title: z.string(),
  kind: z.enum(documentKinds),
  ...documentContent,
});

for (const schema of [documentResult, templateResult]) recordOf(schema, "documents");
