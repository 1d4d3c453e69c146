import { Reminder } from "../../db/entities/reminder.js";
import { Submission } from "../../db/entities/submission.js";
import { isClockOpen } from "../../domain/clocks/clocks.js";
import { withoutReason } from "../../domain/messages/follow-up.js";
import type { ActionContext } from "../context.js";
import { lockFollowed } from "./lock-followed.js";
import { moveReminder, watchAnew } from "./move.js";
import { closeReminder } from "./plan.js";

/**
 * Brings the reminders of a submission's deadline in line with its clock: the date, and `suspended` or not. One that the clock had closed
 * is as it was before. One that a person closed stays closed for that date: another date opens it again.
 * @returns the reminders, and of these the one that a person had closed and that is open again
 */
export async function followClock(
  ctx: ActionContext,
  submission: Submission,
): Promise<{ reminders: Reminder[]; reopened: Reminder | null }> {
  const { id: submissionId, clockState, decisionDeadline } = submission;
  await lockFollowed(ctx, "submission", [submissionId]);
  const reminders = await ctx.all(Reminder, { submissionId });
  let reopened: Reminder | null = null;
  if (decisionDeadline === null) return { reminders, reopened };
  const isClosed = clockState === "closed";
  for (const reminder of reminders) {
    const isClosedByPerson = !reminder.isOpen && !reminder.closedByClock;
    if (isClosedByPerson && (isClosed || ctx.dayOf(reminder.dueAt) === ctx.dayOf(decisionDeadline))) continue;
    moveReminder(ctx, reminder, { dueAt: decisionDeadline });
    if (isClosed) continue;
    const status = clockState === "suspended" ? "suspended" : reminder.firedAt === null ? "pending" : "due";
    const notes = reminder.closedByClock ? withoutReason(reminder.notes) : undefined;
    ctx.update(reminder, { status, notes, closedByClock: false });
    if (isClosedByPerson) reopened = reminder;
    await watchAnew(ctx, reminder);
  }
  return { reminders, reopened };
}

/**
 * Brings a reminder that was restored in line with the clock of its deadline, which went on without it: nothing is sent of one that is
 * suspended or decided, nor of another date; one that the clock had closed is open where that runs again. A deadline that has got another
 * reminder meanwhile keeps that one alone.
 */
export async function followClockSince(ctx: ActionContext, reminder: Reminder): Promise<void> {
  const { id, submissionId, isOpen, closedByClock } = reminder;
  if (submissionId === null || (!isOpen && !closedByClock)) return;
  await lockFollowed(ctx, "submission", [submissionId]);
  const submission = await ctx.follow(Submission, submissionId);
  if (!submission) return;
  const { clockState, decisionDeadline } = submission;
  if (!isClockOpen(submission)) {
    if (isOpen)
      await closeReminder(ctx, reminder, "cancelled", "Annullato: il termine per la decisione è chiuso.", true);
    return;
  }
  if ((await ctx.all(Reminder, { submissionId })).some((other) => other.id !== id && other.isOpen)) {
    if (isOpen) await closeReminder(ctx, reminder, "cancelled", "Annullato: il termine ha già un altro promemoria.");
    // Else another date of the deadline would open it again beside the other.
    return void ctx.update(reminder, { submissionId: null, closedByClock: false });
  }
  const isInLine =
    isOpen &&
    (clockState === "suspended") === (reminder.status === "suspended") &&
    decisionDeadline?.getTime() === reminder.dueAt.getTime();
  if (!isInLine) await followClock(ctx, submission);
}
