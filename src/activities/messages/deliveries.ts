import type { Config } from "../../config.js";
import type { DeliverDocumentInput } from "../../contracts/deliver-document.js";
import { byWorkflow } from "../../db/audit.js";
import { Delivery } from "../../db/entities/delivery.js";
import { DocumentRevision } from "../../db/entities/document-revision.js";
import { Message } from "../../db/entities/message.js";
import { Reminder } from "../../db/entities/reminder.js";
import { transact } from "../../db/transact.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { dayMs } from "../../domain/calendar/durations.js";
import { nilId } from "../../domain/ids.js";
import { withLine } from "../../domain/messages/follow-up.js";
import { isWithdrawn } from "../../domain/messages/withdrawn.js";
import type { Shared } from "../dependencies.js";
import { failedDeliveryNote, failedDeliveryNotice } from "../notices/failed-delivery.js";
import { addressesAndFacts } from "../notices/notice-facts.js";
import { writeNotices } from "../notices/write-notices.js";
import { noPdf, revisionPdf } from "../pdf/revision-pdf.js";

export const createDeliveryActivities = (deps: Shared) => ({
  /**
   * Renders the delivery's revision, unless it was rendered before, and attaches the PDF to the message. A revision that can't be
   * typeset now never can, so its message fails. Returns null if the document or the message was deleted in the meantime, or the
   * message withdrawn.
   */
  async prepareDelivery({
    organizationId,
    deliveryId,
  }: DeliverDocumentInput): Promise<{ messageId: string; reminderId: string } | null> {
    return transact(deps.database, byWorkflow(organizationId, "render_revision"), async (unit) => {
      const delivery = await unit.find(Delivery, organizationId, deliveryId);
      if (!delivery) return null;
      const message = await unit.find(Message, organizationId, delivery.messageId);
      const revision = await unit.find(DocumentRevision, organizationId, delivery.revisionId);
      if (!message || !revision || isWithdrawn(message)) return null;
      // Without a reminder there is nothing to follow up: none has this id.
      const prepared = { messageId: message.id, reminderId: delivery.reminderId ?? nilId };
      if (message.attachments.length > 0) return prepared;
      const file = await revisionPdf(deps, revision);
      if (file instanceof Error) {
        deps.log.error({ err: file, revisionId: revision.id }, "a revision can't be set as a PDF");
        unit.update(message, { status: "failed", error: noPdf });
      } else unit.update(message, { attachments: [{ ...file, contentType: "application/pdf" }] });
      return prepared;
    });
  },

  /** Sets the date of the follow-up, counted from the hand-over, unless a person has set another. */
  async planFollowUp({
    organizationId,
    deliveryId,
    handedOverAt,
  }: DeliverDocumentInput & { handedOverAt: number }): Promise<void> {
    await transact(deps.database, byWorkflow(organizationId, "plan_follow_up"), async (unit) => {
      const delivery = await unit.find(Delivery, organizationId, deliveryId);
      const reminder = await unit.find(Reminder, organizationId, delivery?.reminderId ?? null);
      if (!delivery || !reminder || reminder.status !== "pending" || reminder.dueSetAt !== null) return;
      const dueAt = new Date(handedOverAt + delivery.followUpDays * dayMs);
      if (reminder.dueAt.getTime() !== dueAt.getTime()) unit.update(reminder, { dueAt });
    });
  },

  /**
   * Cancels the follow-up of a delivery that failed for good, and writes a notice to the sender. Of one that was withdrawn nobody is
   * told: whoever withdrew it knows, and may have brought it back since.
   */
  async recordFailedDelivery({
    organizationId,
    deliveryId,
  }: DeliverDocumentInput): Promise<{ noticeIds: string[]; isWithdrawn?: boolean }> {
    return transact(deps.database, byWorkflow(organizationId, "record_failed_delivery"), async (unit) => {
      const delivery = await unit.find(Delivery, organizationId, deliveryId);
      const message = await unit.find(Message, organizationId, delivery?.messageId ?? null);
      if (!delivery || (message && (isWithdrawn(message) || message.status === "queued")))
        return { noticeIds: [], isWithdrawn: true };
      if (!message) return { noticeIds: [] };
      return { noticeIds: await endDelivery(unit, deps.config, delivery, message) };
    });
  },
});

/** Cancels the follow-up of a delivery whose message failed for good, and writes the notice to its sender. @returns the notices' ids */
export async function endDelivery(
  unit: UnitOfWork,
  config: Config,
  { organizationId, reminderId }: Delivery,
  message: Message,
): Promise<string[]> {
  const reminder = await unit.find(Reminder, organizationId, reminderId);
  if (!reminder) return [];
  const endsFollowUp = reminder.isOpen;
  const notes = withLine(reminder.notes, failedDeliveryNote(message));
  if (endsFollowUp) unit.update(reminder, { status: "cancelled", notes });
  const { projectId, createdBy } = reminder;
  const about = { organizationId, reminderId: reminder.id };
  const { addresses, facts } = await addressesAndFacts(unit, { ...about, projectId }, createdBy);
  return writeNotices(unit, config, about, failedDeliveryNotice(reminder, message, facts, endsFollowUp), addresses);
}
