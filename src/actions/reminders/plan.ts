import { deliverDocument } from "../../contracts/deliver-document.js";
import { watchReminder } from "../../contracts/watch-reminder.js";
import { Delivery } from "../../db/entities/delivery.js";
import type { Document } from "../../db/entities/document.js";
import { Reminder } from "../../db/entities/reminder.js";
import { isNear } from "../../domain/calendar/horizon.js";
import { withLine } from "../../domain/messages/follow-up.js";
import type { ReminderKind } from "../../domain/vocabulary.js";
import type { ActionContext } from "../context.js";
import { lockFollowed } from "./lock-followed.js";

export interface ReminderPlan {
  title: string;
  dueAt: Date;
  kind: ReminderKind;
  projectId: string | null;
  notes: string | null;
  submissionId?: string;
}

/**
 * Adds a pending reminder of the caller. If its first notice is within the horizon, its watcher is ordered now; if not, the
 * sweep does so later.
 */
export function planReminder(ctx: ActionContext, plan: ReminderPlan): Reminder {
  const isWatched = isNear(plan.kind, plan.dueAt, ctx.now);
  const reminder = ctx.insert(Reminder, {
    ...plan,
    status: "pending",
    createdBy: ctx.caller.userId,
    watchedAt: isWatched ? ctx.now : null,
  });
  if (isWatched) ctx.start(watchReminder, { reminderId: reminder.id, projectId: reminder.projectId });
  return reminder;
}

/**
 * Closes a reminder, and signals the workflows that wait for it. If it was closed before, only its status and notes change.
 * @param reason an Italian sentence that is added to the notes as a line
 * @param closedByClock whether it may come back: with the clock of its deadline, or with the status of its document
 */
export async function closeReminder(
  ctx: ActionContext,
  reminder: Reminder,
  status: "done" | "cancelled",
  reason?: string,
  closedByClock = false,
): Promise<Reminder> {
  const wasOpen = reminder.isOpen;
  const notes = reason === undefined ? undefined : withLine(reminder.notes, reason);
  ctx.update(reminder, { status, notes, closedByClock });
  if (wasOpen) await signalWatchers(ctx, reminder);
  return reminder;
}

/** Has the workflows that wait for a reminder, if there are any, read it again. */
export async function signalWatchers(ctx: ActionContext, { id: reminderId, documentId }: Reminder): Promise<void> {
  ctx.signal(watchReminder, { reminderId });
  const deliveries = documentId === null ? [] : await ctx.all(Delivery, { reminderId });
  for (const { documentId, n } of deliveries) ctx.signal(deliverDocument, { documentId, n });
}

/**
 * Cancels the open follow-ups of a sent document.
 * @param reason an Italian sentence for their notes
 * @param byStatus whether the last of them comes back when the document is set to issued again
 */
export async function closeFollowUps(
  ctx: ActionContext,
  document: Document,
  reason: string,
  byStatus = false,
): Promise<void> {
  for (const reminder of await openReminders(ctx, { documentId: document.id }))
    await closeReminder(ctx, reminder, "cancelled", reason, byStatus);
}

/** Cancels the open reminders of these submissions' decision deadlines. @param reason an Italian sentence for their notes */
export async function closeDeadlineReminders(
  ctx: ActionContext,
  submissions: readonly { id: string }[],
  reason: string,
): Promise<void> {
  const ids = submissions.map(({ id }) => id);
  if (ids.length > 0) await lockFollowed(ctx, "submission", ids);
  for (const submissionId of ids)
    for (const reminder of await openReminders(ctx, { submissionId }))
      await closeReminder(ctx, reminder, "cancelled", reason, true);
}

async function openReminders(ctx: ActionContext, where: Partial<Reminder>): Promise<Reminder[]> {
  return (await ctx.all(Reminder, where)).filter((reminder) => reminder.isOpen);
}
