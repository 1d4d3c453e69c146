import { Delivery } from "../../db/entities/delivery.js";
import { Document } from "../../db/entities/document.js";
import { Message } from "../../db/entities/message.js";
import { Reminder } from "../../db/entities/reminder.js";
import { followUpEnded } from "../../domain/messages/follow-up.js";
import { overtaken, withdrawal } from "../../domain/messages/withdrawn.js";
import type { ActionContext } from "../context.js";
import { lockFollowed } from "../reminders/lock-followed.js";
import { closeReminder } from "../reminders/plan.js";
import { earlierDeliveries, isTo } from "./earlier-deliveries.js";

/** The mail of a sent document, kept in a deletion of its thread. */
interface HeldMail {
  deliveryId: string;
  messageId: string;
}

/** The messages of a deletion that carry documents. Read before the restore, which removes that information. */
export const heldMails = (ctx: ActionContext, deletionId: string): Promise<HeldMail[]> =>
  ctx.query(
    `select row_id as "deliveryId", before ->> 'message_id' as "messageId" from deleted_row
     where organization_id = $1 and deletion_id = $2 and table_name = 'delivery' and before ->> 'message_id' is not null`,
    deletionId,
  );

/** What happened to a document while its mail was in the bin. */
interface Overtaking {
  /** why the mail isn't sent, an English clause; null: it is */
  reason: string | null;
  /** why its follow-up ends, for the reminder's notes */
  note: string;
  /** whether the follow-up comes back when the document is set to issued again */
  byStatus?: boolean;
}

/**
 * Withdraws what came back with its thread and waits to be sent, where it would have been withdrawn if it had been there: its document
 * was deleted, is or was edited again, or went to the same address in a later revision. Its follow-up ends as well, and so does that of
 * a mail that still goes or was taken meanwhile, where the document was answered or sent again.
 * @param reminderIds the reminders that the restore has opened again
 */
export async function settleOvertaken(
  ctx: ActionContext,
  held: readonly HeldMail[],
  reminderIds: readonly string[],
): Promise<void> {
  for (const { deliveryId, messageId } of held) {
    const message = await ctx.follow(Message, messageId);
    if (!message) continue;
    const delivery = await ctx.follow(Delivery, deliveryId);
    if (delivery) await lockFollowed(ctx, "document", [delivery.documentId]);
    const document = await ctx.follow(Document, delivery?.documentId ?? null);
    const overtaking = delivery && document ? await overtakingOf(ctx, document, delivery.n) : deleted;
    if (overtaking === null) continue;
    const { reason, note, byStatus } = overtaking;
    if (reason !== null && message.isWaiting) ctx.update(message, withdrawal(reason, message));
    // The delivery was deleted with its document, and its reminder was unlinked from it.
    const ids = delivery ? [delivery.reminderId] : reminderIds;
    for (const id of ids) {
      const reminder = await ctx.follow(Reminder, id);
      if (reminder?.isOpen && reminder.documentId === (document?.id ?? null))
        await closeReminder(ctx, reminder, "cancelled", note, byStatus);
    }
  }
}

const deleted: Overtaking = { reason: overtaken.deleted, note: followUpEnded("deleted") };

async function overtakingOf(ctx: ActionContext, document: Document, n: number): Promise<Overtaking | null> {
  const { status, latestRevision } = document;
  if (document.isEditable) return { reason: overtaken.setBack(status), note: followUpEnded(status) };
  const deliveries = await earlierDeliveries(ctx, document);
  const own = deliveries.find((each) => each.n === n);
  const later = deliveries.filter((each) => each.n > n);
  const newer = later.find((each) => own?.to && isTo(own.to)(each) && each.revision > own.revision);
  if (newer) return { reason: overtaken.replaced(newer.revision), note: followUpEnded("sent again") };
  // A later revision implies that the document was a draft in between.
  if (own && own.revision < latestRevision) return { reason: overtaken.setBack("draft"), note: followUpEnded("draft") };
  if (later.length > 0) return { reason: null, note: followUpEnded("sent again") };
  return status === "issued" ? null : { reason: null, note: followUpEnded(status), byStatus: true };
}
