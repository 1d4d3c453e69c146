import { z } from "zod";
import { Document } from "../../../db/entities/document.js";
import { conflict, unprocessable } from "../../../domain/errors.js";
import { defineAction } from "../../action.js";
import { documentResult } from "../../results.js";
import { docId, instructions } from "./fields.js";

export const draftDocumentFromInstructions = defineAction({
  name: "draft_document_from_instructions",
  title: "Draft a document from instructions",
  description:
    "Drafts or improves a draft's body and line items with the configured language model; the document stays in draft.",
  area: "documents",
  permissions: ["documents:edit"],
  effect: "update",

  input: z.strictObject({ docId, instructions }),
  result: documentResult.extend({
    draft: z.object({
      changed: z.array(z.enum(["body", "lineItems"])),
      model: z.string(),
      notes: z.string().nullable(),
    }),
  }),

  async run({ docId }, ctx) {
    const document = await ctx.load(Document, { docId });
    if (document.status !== "draft") {
      throw conflict(`The document is ${document.status}; set it back to draft with set_document_status first.`);
    }
    throw unprocessable(
      ctx.config.AI_PROVIDER
        ? "This version of Pratica doesn't draft with a language model yet; write the content with update_document."
        : "No AI model is configured: set AI_PROVIDER, AI_BASE_URL, AI_API_KEY and AI_MODEL and start Pratica again, or write the content with update_document.",
    );
  },
});
