import { z } from "zod";
import { Document } from "../../db/entities/document.js";
import { Reminder } from "../../db/entities/reminder.js";
import { Submission } from "../../db/entities/submission.js";
import { dueInstant } from "../../domain/calendar/time.js";
import { conflict } from "../../domain/errors.js";
import { withoutReason } from "../../domain/messages/follow-up.js";
import { defineAction } from "../action.js";
import type { ActionContext } from "../context.js";
import { id } from "../schemas.js";
import { lastDelivery } from "./last-delivery.js";
import { lockFollowed } from "./lock-followed.js";
import { moveReminder, watchAnew } from "./move.js";
import { reminderResult } from "./results.js";

export const reopenReminder = defineAction({
  name: "reopen_reminder",
  title: { en: "Open a reminder again", it: "Riapre un promemoria" },
  description:
    "Reopens a reminder that was done or cancelled: it is pending again, due if its date has come, or suspended while its clock is. An open one stays as it is.",
  area: "reminders",
  permissions: ["reminders:edit"],
  effect: "update",
  addition: true,
  idempotent: true,

  input: z.strictObject({ reminderId: id("the reminder") }),
  result: reminderResult,

  async run({ reminderId }, ctx) {
    const reminder = await ctx.load(Reminder, { reminderId });
    if (reminder.isOpen) return reminder;
    if (reminder.submissionId !== null) await lockFollowed(ctx, "submission", [reminder.submissionId]);
    else if (reminder.documentId !== null) await lockFollowed(ctx, "document", [reminder.documentId]);
    const submission = await ctx.follow(Submission, reminder.submissionId);
    if (submission) requireOpenClock(submission);
    else if (reminder.documentId !== null) await requireAwaited(ctx, reminder, reminder.documentId);
    else if (reminder.closedByClock)
      throw conflict(`The record that the reminder is about was deleted. ${orCreate("restore_record")}`);
    if (submission?.decisionDeadline) moveReminder(ctx, reminder, { dueAt: submission.decisionDeadline });

    // What a person wrote stays.
    const isOurs = reminder.closedByClock || reminder.documentId !== null;
    const notes = isOurs ? withoutReason(reminder.notes) : undefined;
    const isDue = dueInstant(reminder.dueAt, ctx.caller.timezone) <= ctx.now;
    if (submission?.clockState === "suspended") ctx.update(reminder, { status: "suspended" });
    else if (isDue) ctx.update(reminder, { status: "due", firedAt: reminder.firedAt ?? ctx.now });
    else ctx.update(reminder, { status: "pending" });
    ctx.update(reminder, { notes, closedByClock: false });
    await watchAnew(ctx, reminder);
    return reminder;
  },
});

const orCreate = (action: string): string =>
  `If that was a mistake, use ${action}; to be reminded of something else, create_reminder.`;

/** @throws conflict where nothing is left to be reminded of */
function requireOpenClock({ id, clockState, outcome }: Submission): void {
  if (clockState === null)
    throw conflict(`Submission ${id} has no decision deadline any more; give it one with update_submission.`);
  if (clockState !== "closed") return;
  const [reason, undo] =
    outcome === null || outcome === "suspended"
      ? ["was replaced by an integration's", "update_submission on that integration"]
      : [`is closed: it was ${outcome}`, "reopen_submission"];
  throw conflict(`The clock of submission ${id} ${reason}. ${orCreate(undo)}`);
}

/** @throws conflict for the follow-up of a document that was answered, sent again, or never arrived */
async function requireAwaited(ctx: ActionContext, { id: reminderId }: Reminder, documentId: string): Promise<void> {
  const document = await ctx.follow(Document, documentId);
  if (document && document.status !== "issued")
    throw conflict(`The document that it follows up is ${document.status}. ${orCreate("set_document_status")}`);
  const last = await lastDelivery(ctx, documentId);
  if (last?.reminderId !== reminderId)
    throw conflict("The document has been sent again, and the new delivery has its own follow-up; see list_reminders.");
  if (last.status === "failed")
    throw conflict("The document never arrived, so no answer can come; send it again with send_issued_document.");
}
