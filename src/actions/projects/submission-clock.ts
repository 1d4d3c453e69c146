import type { z } from "zod";
import { watchSubmission } from "../../contracts/watch-submission.js";
import type { Project } from "../../db/entities/project.js";
import type { Submission } from "../../db/entities/submission.js";
import { daysOnClock } from "../../domain/clocks.js";
import { beforeOutcome, editOutcomes, isReplaced, type OutcomeEdit } from "../../domain/outcomes.js";
import { daysLeft, hasPassed } from "../../domain/time.js";
import type { SubmissionOutcome } from "../../domain/vocabulary.js";
import type { ActionContext } from "../context.js";
import { followClock } from "../reminders/follow-clock.js";
import { closeDeadlineReminders } from "../reminders/plan.js";
import type { submissionResult } from "../results.js";
import { passedDeadline, redateOverdueTask, withdrawOverdueTask } from "./overdue-task.js";
import { showOnProject } from "./present-project.js";

/** A submission as callers see it, with the state of its decision deadline's clock. */
export function presentSubmission(ctx: ActionContext, submission: Submission): z.input<typeof submissionResult> {
  const { clockState: state, decisionDeadline: endsAt, remainingDays: kept } = submission;
  if (state === null || endsAt === null) return { ...submission, clock: null };
  const remainingDays = daysOnClock({ status: state, endsAt, kept }, ctx.now, ctx.caller.timezone);
  return { ...submission, clock: { state, remainingDays } };
}

/** Orders the watcher of a submission's decision deadline, or wakes it. */
export function startClock(ctx: ActionContext, submission: Submission): void {
  ctx.wake(watchSubmission, { submissionId: submission.id, projectId: submission.projectId });
}

const reasons = {
  approved: "Annullato: l'ente ha accolto la domanda.",
  rejected: "Annullato: l'ente ha respinto la domanda.",
} as const;

/** Applies an authority's answer to the clock: a decision closes it; a suspension stops it and keeps the days that were left. */
export async function applyOutcome(
  ctx: ActionContext,
  submission: Submission,
  outcome: SubmissionOutcome,
): Promise<void> {
  const { clockState: state, decisionDeadline } = submission;
  if (outcome !== "suspended") return closeClock(ctx, submission, reasons[outcome]);
  if (decisionDeadline === null || (state !== "running" && state !== "overdue")) return;
  const remainingDays = daysLeft(decisionDeadline, ctx.now, ctx.caller.timezone);
  await setClock(ctx, submission, { clockState: "suspended", remainingDays, continuedBy: null, deadlineBefore: null });
}

/**
 * Takes the latest outcome back: the one before it stands again, and so does the clock of then. A clock that another one has replaced
 * since stays closed.
 */
export async function takeOutcomeBack(ctx: ActionContext, submission: Submission): Promise<void> {
  const before = beforeOutcome(submission);
  if (before === null) return;
  const { outcome, outcomeAt, outcomeSetAt, ...clock } = before;
  const earlier = submission.outcomesBefore?.slice(0, -1) ?? [];
  const outcomesBefore = earlier.length > 0 ? earlier : null;
  ctx.update(submission, { outcome, outcomeAt, outcomeSetAt, outcomesBefore });
  const { clockState, continuedBy } = submission;
  if (clockState === null || clock.clockState === null) return;
  if (isReplaced(submission) && continuedBy !== clock.continuedBy) {
    ctx.update(submission, { remainingDays: clock.remainingDays });
  } else if (clockState !== "closed" || clock.clockState !== "closed") {
    const isStopped = clock.clockState === "suspended" || clock.clockState === "closed";
    await setClock(ctx, submission, { ...clock, ...(isStopped ? {} : stateAt(ctx, clock, clock.decisionDeadline)) });
  }
}

/** The state of a clock that runs to this deadline: overdue if people were told that it has passed. */
export function stateAt(
  { now, caller }: ActionContext,
  { overdueAt }: Pick<Submission, "overdueAt">,
  endsAt: Date | null,
): Pick<Submission, "clockState" | "overdueAt"> {
  const isOverdue = overdueAt !== null && endsAt !== null && hasPassed(endsAt, now, caller.timezone);
  return isOverdue ? { clockState: "overdue", overdueAt } : { clockState: "running", overdueAt: null };
}

/** Changes a clock, and lets its watcher and its reminders follow, and the task that was opened where it had passed. */
export async function setClock(
  ctx: ActionContext,
  submission: Submission,
  change: Partial<Submission>,
): ReturnType<typeof followClock> {
  const [passed, toldAt] = [passedDeadline(submission), submission.overdueAt];
  ctx.update(submission, change);
  const { clockState, decisionDeadline, overdueAt, projectId } = submission;
  const isMoved = decisionDeadline?.getTime() !== passed?.getTime();
  const isStillTold = clockState === "overdue" && overdueAt?.getTime() === toldAt?.getTime();
  if (passed && isMoved && isStillTold && decisionDeadline)
    await redateOverdueTask(ctx, { id: projectId }, passed, decisionDeadline);
  else if (passed && (isMoved || clockState === "running")) await withdrawOverdueTask(ctx, { id: projectId }, passed);
  if (clockState === "running" || clockState === "suspended") startClock(ctx, submission);
  else ctx.signal(watchSubmission, { submissionId: submission.id });
  return followClock(ctx, submission);
}

/**
 * Changes a submission's clock and those of its outcomes before; where it gets another deadline, its watcher and reminders follow.
 * @returns whether a reminder is open again that a person had closed
 */
export async function editClock(
  ctx: ActionContext,
  project: Project,
  submission: Submission,
  edit: OutcomeEdit,
): Promise<boolean> {
  const change = editOutcomes(submission, edit);
  if (change.decisionDeadline === undefined) {
    ctx.update(submission, change);
    return false;
  }
  showOnProject(project, submission);
  const { reopened } = await setClock(ctx, submission, change);
  return reopened !== null;
}

/** Closes a clock and cancels its reminders. @param reason an Italian sentence for their notes */
export async function closeClock(
  ctx: ActionContext,
  submission: Submission,
  reason: string,
  change: Partial<Submission> = {},
): Promise<void> {
  await closeDeadlineReminders(ctx, [submission], reason);
  if (submission.clockState === null || submission.clockState === "closed") return;
  ctx.update(submission, { clockState: "closed", ...change });
  ctx.signal(watchSubmission, { submissionId: submission.id });
}
