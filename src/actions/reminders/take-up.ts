import type { Document } from "../../db/entities/document.js";
import { Reminder } from "../../db/entities/reminder.js";
import { withoutReason } from "../../domain/messages/follow-up.js";
import type { MessageStatus } from "../../domain/vocabulary.js";
import type { ActionContext } from "../context.js";
import { lastDelivery } from "./last-delivery.js";
import { watchAnew } from "./move.js";

/**
 * Takes up again the follow-up of a document's last delivery that a status had closed, such as `accepted` given by mistake: pending as it
 * was, or due. One that a person closed stays closed, and so does that of a mail that never went out.
 */
export async function takeUpFollowUp(ctx: ActionContext, { id }: Document): Promise<void> {
  const last = await lastDelivery(ctx, id);
  const reminder = last && isWaitedFor(last) ? await ctx.follow(Reminder, last.reminderId) : null;
  if (reminder?.status !== "cancelled" || !reminder.closedByClock) return;
  ctx.update(reminder, {
    status: reminder.firedAt === null ? "pending" : "due",
    notes: withoutReason(reminder.notes),
    closedByClock: false,
  });
  await watchAnew(ctx, reminder);
}

const isWaitedFor = ({ status }: { status: MessageStatus | null }): boolean =>
  status === null || status === "queued" || status === "sent" || status === "delivered";
