import { expireDocument } from "../../contracts/expire-document.js";
import type { Document } from "../../db/entities/document.js";
import { horizonEnd } from "../../db/watched-rows.js";
import type { ActionContext } from "../context.js";

/**
 * Orders the workflow that expires an issued document after its last day, if that is near; if it is far away, the sweep does
 * so later.
 */
export function watchExpiry(ctx: ActionContext, document: Document): void {
  const { validUntil, latestRevision: revision } = document;
  const isWatched = validUntil !== null && validUntil < horizonEnd(ctx.now);
  ctx.update(document, { expiryWatchedAt: isWatched ? ctx.now : null });
  if (!isWatched) return;
  ctx.wake(expireDocument, { documentId: document.id, revision, projectId: document.projectId });
}

/** Ends the workflow that waits for a document's last day, if there is one: the status changes, or the document is deleted. */
export function endExpiry(ctx: ActionContext, { id, latestRevision, expiryWatchedAt }: Document): void {
  if (expiryWatchedAt) ctx.signal(expireDocument, { documentId: id, revision: latestRevision });
}
