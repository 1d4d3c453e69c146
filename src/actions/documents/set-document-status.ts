import { z } from "zod";
import { Document } from "../../db/entities/document.js";
import { followUpEnded } from "../../domain/follow-up.js";
import { documentStatuses } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { closeFollowUps } from "../reminders/plan.js";
import { documentResult } from "../results.js";
import { endExpiry, watchExpiry } from "./expiry.js";
import { docId, presentDocument } from "./fields.js";
import { freeze, unchangedRevision } from "./freeze.js";
import { errorsBeforeIssue, refusesErrors } from "./issue-check.js";

export const setDocumentStatus = defineAction({
  name: "set_document_status",
  title: { en: "Set a document's status", it: "Cambia lo stato di un documento" },
  description:
    "Sets any status, e.g. accepted, declined, back to draft or expired. Setting issued freezes a revision, unless the latest one has the same content.",
  area: "documents",
  permissions: ["documents:edit"],
  effect: "update",
  closedToGuests: true,
  idempotent: true,

  input: z.strictObject({ docId, status: z.enum(documentStatuses).describe("the new status") }),
  result: documentResult,

  async run({ docId, status }, ctx) {
    const document = await ctx.lock(Document, { docId });
    const becomesIssued = status === "issued" && document.status !== "issued";
    if (becomesIssued && !(await unchangedRevision(ctx, document))) {
      if (await refusesErrors(ctx)) await errorsBeforeIssue(ctx, document);
      await freeze(ctx, document);
    }
    if (status !== "issued") {
      await closeFollowUps(ctx, document, followUpEnded(status));
      endExpiry(ctx, document);
    }
    ctx.update(document, { status, expiryWatchedAt: status === "issued" ? undefined : null });
    if (becomesIssued) watchExpiry(ctx, document);
    return presentDocument(document);
  },
});
