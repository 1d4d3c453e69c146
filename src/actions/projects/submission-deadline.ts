import { watchSubmission } from "../../contracts/watch-submission.js";
import type { Project } from "../../db/entities/project.js";
import type { Submission } from "../../db/entities/submission.js";
import { editOutcomes, type OutcomeAndClock } from "../../domain/outcomes.js";
import { daysLeft } from "../../domain/time.js";
import type { ActionContext } from "../context.js";
import { closeDeadlineReminders } from "../reminders/plan.js";
import { planDeadlineReminder } from "./deadline-reminder.js";
import { passedDeadline, withdrawOverdueTask } from "./overdue-task.js";
import { setClock } from "./submission-clock.js";

const noClock = (): Partial<OutcomeAndClock> => ({
  decisionDeadline: null,
  clockState: null,
  remainingDays: null,
  overdueAt: null,
  continuedBy: null,
  deadlineBefore: null,
});

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
  if (deadline === null) {
    await withdrawOverdueTask(ctx, project, passedDeadline(submission));
    await closeDeadlineReminders(ctx, [submission], cleared);
    ctx.update(submission, editOutcomes(submission, noClock));
    ctx.signal(watchSubmission, { submissionId: submission.id });
    return false;
  }
  const change = editOutcomes(submission, (state) => clockWith(ctx, state, deadline));
  const { reminders, reopened } = await setClock(ctx, submission, change);
  if (reminders.length > 0 || submission.clockState === "closed") return reopened !== null;
  const reminder = planDeadlineReminder(ctx, project, submission, deadline);
  if (submission.clockState === "suspended") ctx.update(reminder, { status: "suspended" });
  return false;
}

/** The clock of a submission whose deadline is corrected: in the state that follows from its outcome. A date that is given ends what an integration did. */
function clockWith(ctx: ActionContext, submission: OutcomeAndClock, deadline: Date): Partial<OutcomeAndClock> {
  const { clockState, outcome, outcomeAt, remainingDays: kept } = submission;
  const isSuspended = clockState === "suspended" || (clockState === null && outcome === "suspended");
  const isDecided = outcome === "approved" || outcome === "rejected";
  const remainingDays = daysLeft(deadline, outcomeAt ?? ctx.now, ctx.caller.timezone);
  if (clockState === "closed" || (clockState === null && isDecided)) {
    // Replaced while it was suspended: these are its days again if the integration is deleted.
    const isKept = outcome === "suspended" && kept !== null;
    return { decisionDeadline: deadline, clockState: "closed", ...(isKept ? { remainingDays } : {}) };
  }
  const own = { decisionDeadline: deadline, overdueAt: null, continuedBy: null, deadlineBefore: null };
  if (!isSuspended) return { ...own, clockState: "running", remainingDays: null };
  return { ...own, clockState: "suspended", remainingDays };
}
