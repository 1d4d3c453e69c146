import { Reminder } from "../../db/entities/reminder.js";
import type { Submission } from "../../db/entities/submission.js";
import { withoutReason } from "../../domain/follow-up.js";
import type { ActionContext } from "../context.js";
import { moveReminder, watchAnew } from "./move.js";

/**
 * Brings the reminders of a submission's deadline in line with its clock: the date, and `suspended` or not. One that a person closed
 * stays closed; one that the clock had closed is as it was before.
 */
export async function followClock(ctx: ActionContext, submission: Submission): Promise<Reminder[]> {
  const { id: submissionId, clockState, decisionDeadline } = submission;
  const reminders = await ctx.all(Reminder, { submissionId });
  if (decisionDeadline === null) return reminders;
  const isClosed = clockState === "closed";
  for (const reminder of reminders) {
    if (!reminder.isOpen && !reminder.closedByClock) continue;
    moveReminder(ctx, reminder, { dueAt: decisionDeadline });
    if (isClosed) continue;
    const status = clockState === "suspended" ? "suspended" : reminder.firedAt === null ? "pending" : "due";
    const notes = reminder.closedByClock ? withoutReason(reminder.notes) : undefined;
    ctx.update(reminder, { status, notes, closedByClock: false });
    await watchAnew(ctx, reminder);
  }
  return reminders;
}
