import type { z } from "zod";
import { watchSubmission } from "../../contracts/watch-submission.js";
import type { Submission } from "../../db/entities/submission.js";
import { daysOnClock } from "../../domain/clocks.js";
import { daysLeft, hasPassed } from "../../domain/time.js";
import type { SubmissionOutcome } from "../../domain/vocabulary.js";
import type { ActionContext } from "../context.js";
import { followClock } from "../reminders/follow-clock.js";
import { closeDeadlineReminders } from "../reminders/plan.js";
import type { submissionResult } from "../results.js";

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
 * Takes an authority's answer back. A decision closed the clock, which is again what it was; a suspension stopped it, and it runs as if
 * it had never been stopped, also where an integration has let it go on since. A clock that another one replaced stays closed.
 */
export async function takeOutcomeBack(ctx: ActionContext, submission: Submission): Promise<void> {
  const { outcome, clockState, remainingDays, continuedBy, deadlineBefore, decisionDeadline } = submission;
  ctx.update(submission, { outcome: null, outcomeAt: null });
  if (clockState === null) return;
  // A suspension closes no clock, so another one must have replaced it.
  const isReplaced = deadlineBefore === null && (continuedBy !== null || outcome === "suspended");
  if (clockState === "closed" && isReplaced) return;
  if (outcome === "suspended" || clockState === "suspended") {
    const endsAt = deadlineBefore ?? decisionDeadline;
    const before = { decisionDeadline: endsAt, remainingDays: null, continuedBy: null, deadlineBefore: null };
    await setClock(ctx, submission, { ...before, ...stateAt(ctx, submission, endsAt) });
  } else if (clockState === "closed") {
    const wasSuspended = remainingDays !== null && continuedBy === null;
    const change = wasSuspended ? { clockState: "suspended" as const } : stateAt(ctx, submission, decisionDeadline);
    await setClock(ctx, submission, change);
  }
}

/** The state of a clock that runs to this deadline: overdue if people were told that it has passed. */
export function stateAt(
  { now, caller }: ActionContext,
  { overdueAt }: Submission,
  endsAt: Date | null,
): Pick<Submission, "clockState" | "overdueAt"> {
  const isOverdue = overdueAt !== null && endsAt !== null && hasPassed(endsAt, now, caller.timezone);
  return isOverdue ? { clockState: "overdue", overdueAt } : { clockState: "running", overdueAt: null };
}

/** Changes a clock, and lets its watcher and its reminders follow. */
export async function setClock(
  ctx: ActionContext,
  submission: Submission,
  change: Partial<Submission>,
): ReturnType<typeof followClock> {
  ctx.update(submission, change);
  if (submission.clockState === "running" || submission.clockState === "suspended") startClock(ctx, submission);
  else ctx.signal(watchSubmission, { submissionId: submission.id });
  return followClock(ctx, submission);
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
