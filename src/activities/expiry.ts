import { deliverDocument } from "../contracts/deliver-document.js";
import type { ExpireDocumentInput } from "../contracts/expire-document.js";
import { signalOrder } from "../contracts/order.js";
import { byWorkflow } from "../db/audit.js";
import { Delivery } from "../db/entities/delivery.js";
import { Document } from "../db/entities/document.js";
import { Reminder } from "../db/entities/reminder.js";
import { transact } from "../db/transact.js";
import { UnitOfWork } from "../db/unit-of-work.js";
import { endOfDay } from "../domain/calendar/time.js";
import { followUpEnded, withLine } from "../domain/messages/follow-up.js";
import type { Dependencies } from "./dependencies.js";

/** `expiresAt` is epoch ms. `timezone` is the organization's, `projectId` the document's; older histories lack them. */
export type ExpiryLook =
  | { state: "closed" }
  | { state: "waiting"; expiresAt: number; timezone?: string; projectId?: string | null };

export const createExpiryActivities = (deps: Dependencies) => ({
  /** When an issued document's last day ends; closed if this revision is no longer the issued one. */
  async lookAtExpiry(input: ExpireDocumentInput): Promise<ExpiryLook> {
    const unit = new UnitOfWork(deps.database);
    const document = ifIssued(await unit.find(Document, input.organizationId, input.documentId), input);
    if (!document) return { state: "closed" };
    const { timezone } = await unit.organization(input.organizationId);
    return { state: "waiting", expiresAt: await expiryOf(unit, document), timezone, projectId: document.projectId };
  },

  /**
   * Marks a document as expired if it is still issued after its last day, and cancels its follow-ups.
   * @param at the workflow's time, epoch ms
   */
  async expire(input: ExpireDocumentInput & { at: number }): Promise<{ expired: boolean }> {
    return transact(deps.database, byWorkflow(input.organizationId, "expire_document"), async (unit) => {
      // Before its follow-ups are read: sending it adds one at the same moment, and doesn't change the document.
      const document = ifIssued(await unit.lock(Document, input.organizationId, input.documentId), input);
      if (!document || input.at < (await expiryOf(unit, document))) return { expired: false };
      unit.update(document, { status: "expired" });
      await cancelFollowUps(unit, document);
      return { expired: true };
    });
  },
});

type IssuedDocument = Document & { validUntil: Date };

function ifIssued(document: Document | null, { revision }: ExpireDocumentInput): IssuedDocument | null {
  const isIssued = document?.status === "issued" && document.latestRevision === revision && document.validUntil;
  return isIssued ? (document as IssuedDocument) : null;
}

async function expiryOf(unit: UnitOfWork, { organizationId, validUntil }: IssuedDocument): Promise<number> {
  const { timezone } = await unit.organization(organizationId);
  return endOfDay(validUntil, timezone).getTime();
}

async function cancelFollowUps(unit: UnitOfWork, { organizationId, id: documentId }: Document): Promise<void> {
  const reminders = (await unit.all(Reminder, { organizationId, documentId })).filter((reminder) => reminder.isOpen);
  for (const reminder of reminders) {
    const notes = withLine(reminder.notes, followUpEnded("expired"));
    unit.update(reminder, { status: "cancelled", notes, closedByClock: true });
    for (const { n } of await unit.all(Delivery, { organizationId, reminderId: reminder.id }))
      unit.order(signalOrder(organizationId, deliverDocument, { documentId, n }));
  }
}
