import { z } from "zod";
import { findingCategories, severities } from "../review/finding.js";

// Providers that make a model follow a schema support little of JSON Schema. So every property is required, an absent value is null,
// and lengths are checked when the answer is read (usable-answer, accept-findings).

/** A model's answer to a request for a draft; null leaves the present content. */
export const draftAnswerSchema = z.strictObject({
  body: z.string().nullable().describe("the whole new text in Markdown, or null to leave the present one"),
  lineItems: z
    .array(
      z.strictObject({
        desc: z.string().describe("what is offered"),
        unit: z.string().describe("unit of measure: m², m³, m, kg, cad, h, a corpo"),
        qty: z.number().describe("quantity"),
        price: z.number().describe("unit price in euro, without VAT"),
        code: z.string().nullable().describe("price-list code, only of a given source"),
      }),
    )
    .nullable()
    .describe("all line items in order, or null to leave the present ones"),
  notes: z.string().nullable().describe("what was assumed and what is missing, for the user"),
});

/** A model's answer to a request for a review. What else it says is left out: a finding is worth more than its form. */
export const reviewAnswerSchema = z.object({
  findings: z.array(
    z.object({
      severity: z.enum(severities),
      category: z.enum(findingCategories),
      field: z.string().describe("JSON Pointer into the document: /body, /notes, /lineItems/3/desc"),
      quote: z.string().nullable().describe("the words of the document that this is about, copied exactly"),
      message: z.string().describe("what is wrong, in plain Italian"),
      suggestion: z.string().describe("what to do, in plain Italian"),
    }),
  ),
});

export type DraftAnswer = z.output<typeof draftAnswerSchema>;
export type ReviewAnswer = z.output<typeof reviewAnswerSchema>;
