import type { z } from "zod";
import { watchSubmission } from "../../contracts/watch-submission.js";
import type { Project } from "../../db/entities/project.js";
import { Submission } from "../../db/entities/submission.js";
import { daysLeft } from "../../domain/time.js";
import type { SubmissionOutcome } from "../../domain/vocabulary.js";
import type { ActionContext } from "../context.js";
import { closeDeadlineReminders, wakeDeadlineReminders } from "../reminders/plan.js";
import type { submissionResult } from "../results.js";

/** A submission as callers see it, with the state of its decision deadline's clock. */
export function presentSubmission(ctx: ActionContext, submission: Submission): z.input<typeof submissionResult> {
  const { clockState: state, decisionDeadline } = submission;
  if (state === null || decisionDeadline === null) return { ...submission, clock: null };
  const remaining = {
    running: () => daysLeft(decisionDeadline, ctx.now, ctx.caller.timezone),
    suspended: () => submission.remainingDays,
    overdue: () => 0,
    closed: () => null,
  };
  return { ...submission, clock: { state, remainingDays: remaining[state]() } };
}

/** Orders the watcher of a new submission's decision deadline. */
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
  if (outcome !== "suspended") {
    await closeDeadlineReminders(ctx, [submission], reasons[outcome]);
    closeClock(ctx, submission);
  } else if (decisionDeadline !== null && (state === "running" || state === "overdue")) {
    const remainingDays = daysLeft(decisionDeadline, ctx.now, ctx.caller.timezone);
    ctx.update(submission, { clockState: "suspended", remainingDays });
    ctx.signal(watchSubmission, { submissionId: submission.id });
    await wakeDeadlineReminders(ctx, [submission]);
  }
}

/**
 * Closes the clock that an integration with a new deadline replaces: that of the latest submission without a decision. The clocks of
 * earlier submissions go on, since several authorities may deal with a project at the same time.
 */
export async function closeEarlierClock(ctx: ActionContext, project: Project): Promise<void> {
  const submissions = await ctx.all(Submission, { projectId: project.id });
  const open = submissions.filter(({ clockState }) => clockState !== null && clockState !== "closed").slice(-1);
  await closeDeadlineReminders(ctx, open, "Annullato: un'integrazione ha aperto un nuovo termine.");
  for (const submission of open) closeClock(ctx, submission);
}

function closeClock(ctx: ActionContext, submission: Submission): void {
  if (submission.clockState === null || submission.clockState === "closed") return;
  ctx.update(submission, { clockState: "closed", remainingDays: null });
  ctx.signal(watchSubmission, { submissionId: submission.id });
}
