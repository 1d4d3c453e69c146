import { watchSubmission } from "../../contracts/watch-submission.js";
import type { Project } from "../../db/entities/project.js";
import type { Submission } from "../../db/entities/submission.js";
import { Task } from "../../db/entities/task.js";
import { editKept, type OutcomeAndClock } from "../../domain/outcomes.js";
import { overdueTaskTitles } from "../../domain/overdue.js";
import { daysLeft } from "../../domain/time.js";
import type { TaskStatus } from "../../domain/vocabulary.js";
import type { ActionContext } from "../context.js";
import { closeDeadlineReminders } from "../reminders/plan.js";
import { planDeadlineReminder } from "./deadline-reminder.js";
import { setClock } from "./submission-clock.js";

const cleared = "Annullato: il termine per la decisione è stato tolto.";

/**
 * Corrects a submission's decision deadline, and lets its clock and reminder follow. Undefined leaves it; null clears it.
 * @returns whether a reminder is open again that a person had closed
 */
export async function correctDeadline(
  ctx: ActionContext,
  project: Project,
  submission: Submission,
  deadline: Date | null | undefined,
): Promise<boolean> {
  const before = submission.decisionDeadline;
  if (deadline === undefined || deadline?.getTime() === before?.getTime()) return false;
  await withdrawOverdueTask(ctx, project, passedDeadline(submission));
  if (deadline === null) {
    await closeDeadlineReminders(ctx, [submission], cleared);
    const nothing = { clockState: null, remainingDays: null, overdueAt: null, continuedBy: null, deadlineBefore: null };
    const outcomesBefore = editKept(submission, () => ({ decisionDeadline: null, ...nothing }));
    ctx.update(submission, { decisionDeadline: null, ...nothing, outcomesBefore });
    ctx.signal(watchSubmission, { submissionId: submission.id });
    return false;
  }
  const { reminders, reopened } = await setClock(ctx, submission, {
    decisionDeadline: deadline,
    ...stateWith(ctx, submission, deadline),
    outcomesBefore: editKept(submission, (past) => ({ decisionDeadline: deadline, ...stateWith(ctx, past, deadline) })),
  });
  if (reminders.length > 0 || submission.clockState === "closed") return reopened !== null;
  const reminder = planDeadlineReminder(ctx, project, submission, deadline);
  if (submission.clockState === "suspended") ctx.update(reminder, { status: "suspended" });
  return false;
}

/** The clock of a submission whose deadline is corrected: in the state that follows from its outcome. A date that is given ends what an integration did. */
function stateWith(ctx: ActionContext, submission: OutcomeAndClock, deadline: Date): Partial<OutcomeAndClock> {
  const { clockState, outcome, outcomeAt } = submission;
  const isSuspended = clockState === "suspended" || (clockState === null && outcome === "suspended");
  const isDecided = outcome === "approved" || outcome === "rejected";
  if (clockState === "closed" || (clockState === null && isDecided)) return { clockState: "closed" };
  const own = { overdueAt: null, continuedBy: null, deadlineBefore: null };
  if (!isSuspended) return { ...own, clockState: "running", remainingDays: null };
  const remainingDays = daysLeft(deadline, outcomeAt ?? ctx.now, ctx.caller.timezone);
  return { ...own, clockState: "suspended", remainingDays };
}

/** The deadline that has passed and that people were told of; null: none has. */
export const passedDeadline = ({ clockState, decisionDeadline }: Submission): Date | null =>
  clockState === "overdue" ? decisionDeadline : null;

/** Cancels the task that was opened when a deadline passed, where that was wrong or is settled, unless somebody has begun with it. */
export const withdrawOverdueTask = (ctx: ActionContext, project: Project, deadline: Date | null): Promise<void> =>
  moveOverdueTask(ctx, project, deadline, { from: "todo", to: "cancelled" });

/** The same task, where what had settled it is taken back. */
export const reopenOverdueTask = (ctx: ActionContext, project: Project, deadline: Date | null): Promise<void> =>
  moveOverdueTask(ctx, project, deadline, { from: "cancelled", to: "todo" });

async function moveOverdueTask(
  ctx: ActionContext,
  project: Project,
  deadline: Date | null,
  { from, to }: Record<"from" | "to", TaskStatus>,
): Promise<void> {
  if (deadline === null) return;
  const titles = overdueTaskTitles(deadline, ctx.caller.timezone);
  for (const task of await ctx.all(Task, { projectId: project.id, status: from }))
    if (titles.includes(task.title)) ctx.update(task, { status: to });
}
