import type { Document } from "../../../db/entities/document.js";
import { horizonMs } from "../../../domain/horizon.js";
import { documentChanged, expireDocument, expireDocumentId } from "../../../workflows/expire-document.js";
import type { ActionContext } from "../../context.js";

/** Sees to it that an issued document expires after its last day: at once where that is near, by the sweep where it is far away. */
export function watchExpiry(ctx: ActionContext, document: Document): void {
  const { validUntil, latestRevision: revision } = document;
  const isWatched = validUntil !== null && validUntil.getTime() - ctx.now.getTime() < horizonMs;
  ctx.update(document, { expiryWatchedAt: isWatched ? ctx.now : null });
  if (!isWatched) return;
  ctx.start({
    workflow: expireDocument,
    workflowId: expireDocumentId(document.id, revision),
    input: { organizationId: ctx.organizationId, documentId: document.id, revision },
    summary: "Waits for the last day of an issued document",
    projectId: document.projectId,
    recordId: document.id,
    wakeBy: documentChanged,
  });
}

/** Ends the wait for a document's last day, where there is one: its status changes, or it is deleted. */
export function endExpiry(ctx: ActionContext, { id, latestRevision, expiryWatchedAt }: Document): void {
  if (expiryWatchedAt) ctx.signal(expireDocumentId(id, latestRevision), documentChanged);
}
