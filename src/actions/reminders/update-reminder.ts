import { z } from "zod";
import { Project } from "../../db/entities/project.js";
import { Reminder } from "../../db/entities/reminder.js";
import { conflict } from "../../domain/errors.js";
import { reminderKinds } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import type { ActionContext } from "../context.js";
import { requireSameProject } from "../require-same-project.js";
import { date, emptyToNull, id, idOf, name, note } from "../schemas.js";
import { ifAny, warningsIfAny } from "../warning-results.js";
import { moveReminder, watchAnew } from "./move.js";
import { signalWatchers } from "./plan.js";
import { reminderResult } from "./results.js";
import { reminderWarnings } from "./warnings.js";

export const updateReminder = defineAction({
  name: "update_reminder",
  title: { en: "Correct a reminder", it: "Corregge un promemoria" },
  description:
    "Changes the given fields of a reminder; absent ones stay as they are. A new date makes a due, done or cancelled reminder pending again, with new notices. To change an authority's deadline use update_submission.",
  area: "reminders",
  permissions: ["reminders:edit"],
  effect: "update",
  addition: true,
  idempotent: true,

  input: z.strictObject({
    reminderId: id("the reminder"),
    title: name("what to be reminded of").optional(),
    dueAt: date("when it is due; a date without a time means the whole day").optional(),
    kind: z.enum(reminderKinds).describe("what kind of date it is").optional(),
    projectId: id('the project that it belongs to; "" for none').optional(),
    notes: note("free notes").optional(),
  }),
  result: reminderResult.extend({ warnings: warningsIfAny }),

  async run({ reminderId, title, dueAt: given, kind, projectId, notes }, ctx) {
    const reminder = await ctx.load(Reminder, { reminderId });
    const project = await ctx.loadOptional(Project, { projectId });
    requireSameProject(ctx, "reminder", reminder, project);
    const { dueAt: dueBefore, kind: kindBefore, projectId: projectBefore } = reminder;
    const dueAt = ctx.instant(given) ?? undefined;
    const projectChange = idOf(project);
    requireOwn(reminder, { dueAt, kind, projectId: projectChange });

    ctx.update(reminder, { title, notes: emptyToNull(notes), projectId: projectChange });
    moveReminder(ctx, reminder, { dueAt, kind });
    const isMoved = reminder.dueAt !== dueBefore;
    if (isMoved && !reminder.isOpen) reopen(ctx, reminder);
    if (isMoved || reminder.kind !== kindBefore) await watchAnew(ctx, reminder);
    else if (reminder.projectId !== projectBefore) await signalWatchers(ctx, reminder);
    return { ...reminder, ...ifAny(reminderWarnings(ctx, reminder, dueAt)) };
  },
});

/** A new date for what was done or cancelled means that it is to be remembered again. @throws conflict for an ended follow-up */
function reopen(ctx: ActionContext, reminder: Reminder): void {
  if (reminder.documentId !== null)
    throw conflict("This follow-up of a sent document has ended; create a reminder with create_reminder instead.");
  ctx.update(reminder, { status: "pending" });
}

/**
 * What a reminder takes over from the record that it belongs to is corrected there, so that both go on saying the same: the date,
 * kind and project of an authority's deadline, the kind and project of a sent document's follow-up.
 * @throws conflict
 */
function requireOwn(
  reminder: Reminder,
  { dueAt, kind, projectId }: { [K in "dueAt" | "kind" | "projectId"]: Reminder[K] | undefined },
): void {
  const { submissionId, documentId } = reminder;
  const changed = [
    ...(dueAt !== undefined && dueAt.getTime() !== reminder.dueAt.getTime() ? ["dueAt"] : []),
    ...(kind !== undefined && kind !== reminder.kind ? ["kind"] : []),
    ...(projectId !== undefined && projectId !== reminder.projectId ? ["projectId"] : []),
  ];
  const [fixed] = submissionId !== null ? changed : documentId !== null ? changed.filter((it) => it !== "dueAt") : [];
  if (fixed === undefined) return;
  if (submissionId !== null)
    throw conflict(
      `This reminder is for an authority's deadline, so its ${fixed} can't be changed here; change submission ${submissionId} with update_submission, and the reminder follows.`,
    );
  throw conflict(
    `This reminder follows up a sent document, so its ${fixed} can't be changed; its dueAt, title and notes can.`,
  );
}
