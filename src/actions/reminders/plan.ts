import { deliverDocument } from "../../contracts/deliver-document.js";
import { watchReminder } from "../../contracts/watch-reminder.js";
import { Delivery } from "../../db/entities/delivery.js";
import type { Document } from "../../db/entities/document.js";
import { Reminder } from "../../db/entities/reminder.js";
import { withLine } from "../../domain/follow-up.js";
import { isNear } from "../../domain/horizon.js";
import type { ReminderKind } from "../../domain/vocabulary.js";
import type { ActionContext } from "../context.js";

export interface ReminderPlan {
  title: string;
  dueAt: Date;
  kind: ReminderKind;
  projectId: string | null;
  notes: string | null;
  submissionId?: string;
}

/** Adds a pending reminder of the caller. Whose first notice lies within the horizon gets its watcher now; others are only a row, until a sweep. */
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

/** Closes a reminder, with the reason as a line in its notes, and tells the workflows that wait for it; a closed one only changes its status. */
export async function closeReminder(
  ctx: ActionContext,
  reminder: Reminder,
  status: "done" | "cancelled",
  reason?: string,
): Promise<Reminder> {
  const wasOpen = reminder.isOpen;
  ctx.update(reminder, { status, notes: reason === undefined ? undefined : withLine(reminder.notes, reason) });
  if (!wasOpen) return reminder;
  ctx.signal(watchReminder, { reminderId: reminder.id });
  const deliveries = reminder.documentId === null ? [] : await ctx.all(Delivery, { reminderId: reminder.id });
  for (const { documentId, n } of deliveries) ctx.signal(deliverDocument, { documentId, n });
  return reminder;
}

/** Cancels the open follow-ups of a document that was sent; `reason` is an Italian sentence for their notes. */
export async function closeFollowUps(ctx: ActionContext, document: Document, reason: string): Promise<void> {
  const reminders = await ctx.all(Reminder, { documentId: document.id });
  for (const reminder of reminders) if (reminder.isOpen) await closeReminder(ctx, reminder, "cancelled", reason);
}

/** Lets the watchers of these submissions' decision deadlines look at the clock again. */
export async function wakeDeadlineReminders(ctx: ActionContext, submissions: readonly { id: string }[]): Promise<void> {
  for (const { id } of submissions) {
    const reminders = await ctx.all(Reminder, { submissionId: id });
    for (const reminder of reminders) if (reminder.isOpen) ctx.signal(watchReminder, { reminderId: reminder.id });
  }
}

/** Cancels the open reminders of these submissions' decision deadlines. */
export async function closeDeadlineReminders(
  ctx: ActionContext,
  submissions: readonly { id: string }[],
  reason: string,
): Promise<void> {
  for (const { id } of submissions) {
    const reminders = await ctx.all(Reminder, { submissionId: id });
    for (const reminder of reminders) if (reminder.isOpen) await closeReminder(ctx, reminder, "cancelled", reason);
  }
}
