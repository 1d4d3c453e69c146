import { z } from "zod";
import { Document } from "../../db/entities/document.js";
import type { DocumentRevision } from "../../db/entities/document-revision.js";
import { followUpEnded } from "../../domain/messages/follow-up.js";
import { isWithdrawn, overtaken } from "../../domain/messages/withdrawn.js";
import { type DocumentStatus, documentStatuses } from "../../domain/vocabulary.js";
import type { Warning } from "../../domain/warning.js";
import { defineAction } from "../action.js";
import { closeFollowUps } from "../reminders/plan.js";
import { takeUpFollowUp } from "../reminders/take-up.js";
import { ifAny, warningsIfAny } from "../warning-results.js";
import { earlierDeliveries, withdrawMails, withdrawnBefore, withdrawnNow } from "./earlier-deliveries.js";
import { expiresAtOnce, isOutOfDate, signalExpiry, watchExpiry } from "./expiry.js";
import { docId, presentDocument } from "./fields.js";
import { changedSince, freeze, unchangedRevision } from "./freeze.js";
import { errorsBeforeIssue } from "./issue-check.js";
import { documentResult } from "./results.js";

export const setDocumentStatus = defineAction({
  name: "set_document_status",
  title: { en: "Set a document's status", it: "Cambia lo stato di un documento" },
  description:
    "Sets the status of a document, to any value, e.g. accepted, declined, expired or back to draft. issued freezes a revision, unless the latest one has the same content, and resumes the follow-up that another status had closed. draft and review withdraw the document's mails that wait to be sent.",
  area: "documents",
  permissions: ["documents:edit"],
  effect: "update",
  closedToGuests: true,
  idempotent: true,

  input: z.strictObject({ docId, status: z.enum(documentStatuses).describe("the new status") }),
  result: documentResult.extend({ warnings: warningsIfAny }),

  async run({ docId, status }, ctx) {
    const document = await ctx.lock(Document, { docId });
    ctx.isAbout(document);
    const becomesIssued = status === "issued" && document.status !== "issued";
    const isUnchanged = becomesIssued && (await unchangedRevision(ctx, document)) !== null;
    // What was answered can't have been edited: the client still has what the answer was about.
    const isWaitedFor = isUnchanged || !document.isEditable;
    const warnings: Warning[] = [];
    if (becomesIssued && !isUnchanged) {
      warnings.push(...(await errorsBeforeIssue(ctx, document)));
      await freeze(ctx, document);
    }
    if (status !== "issued") {
      await closeFollowUps(ctx, document, followUpEnded(status), true);
      signalExpiry(ctx, document);
    }
    const { timezone } = ctx.caller;
    if ((status === "draft" || status === "review") && document.latestRevision > 0) {
      const withdrawn = await withdrawMails(ctx, await earlierDeliveries(ctx, document), overtaken.setBack(status));
      warnings.push(...withdrawn.map((one) => withdrawnNow(one, timezone)));
    }
    if (isAfterIssue(status)) {
      const answered = await changedSince(ctx, document);
      if (document.latestRevision === 0) warnings.push(neverIssued(status));
      if (answered) warnings.push(changedSinceIssue(status, document, answered));
    }
    ctx.update(document, { status, expiryWatchedAt: status === "issued" ? undefined : null });
    if (becomesIssued) {
      watchExpiry(ctx, document);
      if (isOutOfDate(ctx, document)) warnings.push(expiresAtOnce);
      if (isWaitedFor) await takeUpFollowUp(ctx, document);
      const last = (await earlierDeliveries(ctx, document)).at(-1);
      if (last && isWithdrawn(last)) warnings.push(withdrawnBefore(last, timezone));
    }
    return { ...presentDocument(document), ...ifAny(warnings) };
  },
});

const isAfterIssue = (status: DocumentStatus): boolean =>
  status === "accepted" || status === "declined" || status === "expired";

/** Any status may be set, since answers come on paper and by phone. But only an issued document has a number and content to be answered. */
const neverIssued = (status: DocumentStatus): Warning => ({
  code: "never_issued",
  pointer: "/status",
  detail: `The document is ${status}, but was never issued: it has no number, and no revision keeps its content.`,
  suggestion: `An offer that the firm received needs none. One of its own is set back to draft, issued with issue_document, and set to ${status} again.`,
});

/** The client has the issued revision, while lists and figures show the document as it is now. */
function changedSinceIssue(
  status: DocumentStatus,
  { figures }: Document,
  { revision, content }: DocumentRevision,
): Warning {
  const [issued, now] = [content.totals.total.toFixed(2), figures.totals.total.toFixed(2)];
  const totals = issued === now ? "" : ` Revision ${revision} comes to ${issued} euro, the document now to ${now}.`;
  return {
    code: "changed_since_issue",
    pointer: "/status",
    detail: `The document is ${status}, but was edited since revision ${revision}, the one that was issued.${totals}`,
    suggestion: `Set it back to draft. If the answer is about revision ${revision}, restore that content with update_document (get_document shows it); if it is about the document as it is now, call issue_document. Then set it to ${status} again.`,
  };
}
