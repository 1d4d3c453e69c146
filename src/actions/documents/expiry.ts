import { expireDocument } from "../../contracts/expire-document.js";
import type { Document } from "../../db/entities/document.js";
import { horizonEnd } from "../../db/watchers/order-watchers.js";
import { endOfDay } from "../../domain/calendar/time.js";
import type { Warning } from "../../domain/warning.js";
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

/** Has the workflow that waits for a document's last day, if there is one, read the document again. */
export function signalExpiry(ctx: ActionContext, { id, latestRevision, expiryWatchedAt }: Document): void {
  if (expiryWatchedAt) ctx.signal(expireDocument, { documentId: id, revision: latestRevision });
}

/** Whether a document's last day is over, so that it would expire as soon as it is issued. */
export const isOutOfDate = (ctx: ActionContext, { validUntil }: Document): boolean =>
  validUntil !== null && ctx.now >= endOfDay(validUntil, ctx.caller.timezone);

/** What to do about it. */
export const moveValidity =
  "Its validUntil is past, so it would expire as soon as it is issued: set it to draft with set_document_status, move validUntil to a later day with update_document, and issue it with issue_document.";

export const expiresAtOnce: Warning = {
  code: "expires_at_once",
  pointer: "/status",
  detail: "The document is issued, but its last day of validity has passed: it will become expired again by itself.",
  suggestion: moveValidity,
};
