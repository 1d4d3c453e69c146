import { expireDocument } from "../../contracts/expire-document.js";
import type { Document } from "../../db/entities/document.js";
import { horizonMs } from "../../domain/horizon.js";
import type { ActionContext } from "../context.js";

/** Sees to it that an issued document expires after its last day: at once where that is near, by the sweep where it is far away. */
export function watchExpiry(ctx: ActionContext, document: Document): void {
  const { validUntil, latestRevision: revision } = document;
  const isWatched = validUntil !== null && validUntil.getTime() - ctx.now.getTime() < horizonMs;
  ctx.update(document, { expiryWatchedAt: isWatched ? ctx.now : null });
  if (!isWatched) return;
  ctx.wake(expireDocument, { documentId: document.id, revision, projectId: document.projectId });
}

/** Ends the wait for a document's last day, where there is one: its status changes, or it is deleted. */
export function endExpiry(ctx: ActionContext, { id, latestRevision, expiryWatchedAt }: Document): void {
  if (expiryWatchedAt) ctx.signal(expireDocument, { documentId: id, revision: latestRevision });
}
