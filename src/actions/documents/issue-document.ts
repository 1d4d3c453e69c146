import { z } from "zod";
import { Document } from "../../db/entities/document.js";
import { defineAction } from "../action.js";
import { documentResult, instant } from "../results.js";
import { watchExpiry } from "./expiry.js";
import { docId, presentDocument, requireEditable } from "./fields.js";
import { freeze } from "./freeze.js";

export const issueDocument = defineAction({
  name: "issue_document",
  title: { en: "Issue a document", it: "Emette un documento" },
  description: "Freezes the current content as an immutable revision, numbers the document and marks it as issued.",
  area: "documents",
  permissions: ["documents:edit"],
  effect: "update",
  closedToGuests: true,

  input: z.strictObject({ docId }),
  result: documentResult.extend({
    revision: z.object({ revision: z.number(), issuedAt: instant, sha256: z.string() }),
  }),

  async run({ docId }, ctx) {
    const document = await ctx.lock(Document, { docId });
    requireEditable(document);
    const revision = await freeze(ctx, document);
    watchExpiry(ctx, document);
    return { ...presentDocument(document), revision };
  },
});
