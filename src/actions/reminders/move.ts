import { deliverDocument } from "../../contracts/deliver-document.js";
import { watchReminder } from "../../contracts/watch-reminder.js";
import type { Reminder } from "../../db/entities/reminder.js";
import { isNear } from "../../domain/calendar/horizon.js";
import type { ReminderKind } from "../../domain/vocabulary.js";
import type { ActionContext } from "../context.js";

/**
 * Gives a reminder another date or kind; its notices are planned anew from now on. One that was due is pending again. Undefined leaves
 * a value as it is. The caller then orders its watcher with `watchAnew`.
 */
export function moveReminder(
  ctx: ActionContext,
  reminder: Reminder,
  { dueAt = reminder.dueAt, kind = reminder.kind }: { dueAt?: Date | undefined; kind?: ReminderKind | undefined },
): void {
  const isMoved = dueAt.getTime() !== reminder.dueAt.getTime();
  if (!isMoved && kind === reminder.kind) return;
  ctx.update(reminder, { dueAt, kind, dueSetAt: ctx.now });
  if (isMoved) ctx.update(reminder, { firedAt: null, status: reminder.status === "due" ? "pending" : undefined });
}

/** Has whoever watches a reminder read it again, and a pending one watched: now if its date is near, else by the sweep later. */
export async function watchAnew(ctx: ActionContext, reminder: Reminder): Promise<void> {
  const { id: reminderId, kind, dueAt, projectId, status } = reminder;
  const deliveries = reminder.documentId === null ? [] : await deliveriesOf(ctx, reminder);
  if (status === "pending") for (const delivery of deliveries) ctx.wake(deliverDocument, { ...delivery, projectId });
  if (deliveries.length > 0) return;
  if (status === "pending" && isNear(kind, dueAt, ctx.now)) {
    ctx.update(reminder, { watchedAt: ctx.now });
    ctx.wake(watchReminder, { reminderId, projectId });
  } else if (reminder.watchedAt !== null) {
    if (status === "pending") ctx.update(reminder, { watchedAt: null });
    ctx.signal(watchReminder, { reminderId });
  }
}

/** The deliveries that a reminder follows up, without the content that they sent. One whose message was deleted has nothing to watch. */
const deliveriesOf = (ctx: ActionContext, { id }: Reminder) =>
  ctx.query<{ deliveryId: string; documentId: string; n: number; number: string; revision: number }>(
    `select d.id as "deliveryId", d.document_id as "documentId", d.n, r.number, r.revision from delivery d
     join document_revision r on r.organization_id = d.organization_id and r.id = d.revision_id
     where d.organization_id = $1 and d.reminder_id = $2 and d.message_id is not null`,
    id,
  );
