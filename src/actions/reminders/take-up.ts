import type { Document } from "../../db/entities/document.js";
import { Reminder } from "../../db/entities/reminder.js";
import { withoutReason } from "../../domain/follow-up.js";
import type { ActionContext } from "../context.js";
import { watchAnew } from "./move.js";

/**
 * Takes up again the follow-up of a document's last delivery that a status had closed, such as `accepted` given by mistake: pending as it
 * was, or due. One that a person closed stays closed, and so does that of a mail that never went out.
 */
export async function takeUpFollowUp(ctx: ActionContext, { id }: Document): Promise<void> {
  const [last] = await ctx.query<{ reminderId: string | null; isWaitedFor: boolean }>(
    `select d.reminder_id as "reminderId", m.id is null or m.status in ('queued', 'sent', 'delivered') as "isWaitedFor"
     from delivery d left join message m on m.organization_id = d.organization_id and m.id = d.message_id
     where d.organization_id = $1 and d.document_id = $2 order by d.n desc limit 1`,
    id,
  );
  const reminder = last?.isWaitedFor ? await ctx.follow(Reminder, last.reminderId) : null;
  if (reminder?.status !== "cancelled" || !reminder.closedByClock) return;
  ctx.update(reminder, {
    status: reminder.firedAt === null ? "pending" : "due",
    notes: withoutReason(reminder.notes),
    closedByClock: false,
  });
  await watchAnew(ctx, reminder);
}
