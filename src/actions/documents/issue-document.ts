import { z } from "zod";
import { Document } from "../../db/entities/document.js";
import { defineAction } from "../action.js";
import { findOthersProject } from "../others-project.js";
import { instant } from "../results.js";
import { withLateWarnings } from "../warning-results.js";
import { earlierDeliveries, lastOf, replaces } from "./earlier-deliveries.js";
import { carriedOutWarnings } from "./edited-document.js";
import { watchExpiry } from "./expiry.js";
import { docId, giveAnother, presentDocument, requireEditable } from "./fields.js";
import { freeze } from "./freeze.js";
import { errorsBeforeIssue } from "./issue-check.js";
import { documentResult } from "./results.js";

export const issueDocument = defineAction({
  name: "issue_document",
  title: { en: "Issue a document", it: "Emette un documento" },
  description:
    "Freezes the current content as an immutable revision, numbers the document and marks it as issued. If the organization has set so, documents with errors in the fixed checks (review_document) are refused.",
  area: "documents",
  permissions: ["documents:edit"],
  effect: "update",
  closedToGuests: true,

  input: z.strictObject({ docId }),
  result: documentResult.extend({
    revision: z.object({ revision: z.number(), issuedAt: instant, sha256: z.string() }),
    warnings: carriedOutWarnings,
  }),

  async run({ docId }, ctx) {
    const document = await ctx.lock(Document, { docId });
    requireEditable(document);
    const errors = await errorsBeforeIssue(ctx, document);
    const sent = document.latestRevision > 0 ? lastOf(await earlierDeliveries(ctx, document)) : undefined;
    const revision = await freeze(ctx, document);
    watchExpiry(ctx, document);
    const again = sent ? [replaces(sent, ctx.caller.timezone, false)] : [];
    const strange = findOthersProject(ctx, document, `set the document to draft, and ${giveAnother}`, document.id);
    return withLateWarnings({ ...presentDocument(document), revision, warnings: [...errors, ...again] }, strange);
  },
});
