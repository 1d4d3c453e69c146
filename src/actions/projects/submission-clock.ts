import type { z } from "zod";
import { watchSubmission } from "../../contracts/watch-submission.js";
import type { Submission } from "../../db/entities/submission.js";
import { daysOnClock, isClockOpen } from "../../domain/clocks/clocks.js";
import type { ActionContext } from "../context.js";
import { followClock } from "../reminders/follow-clock.js";
import { closeDeadlineReminders } from "../reminders/plan.js";
import { passedDeadline, redateOverdueTask, withdrawOverdueTask } from "./overdue-task.js";
import type { submissionResult } from "./results.js";
import { sendWithdrawnNotice } from "./withdrawn-notice.js";

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
  replaced: "Annullato: un'integrazione ha aperto un nuovo termine.",
  cleared: "Annullato: il termine per la decisione è stato tolto.",
} as const;

/** Why the clock is open no more. */
function reasonOf({ clockState, outcome }: Submission): string {
  if (clockState === null) return reasons.cleared;
  return outcome === null || outcome === "suspended" ? reasons.replaced : reasons[outcome];
}

/** Changes a clock, and lets its watcher and its reminders follow, and the task that was opened where it had passed. */
export async function setClock(
  ctx: ActionContext,
  submission: Submission,
  change: Partial<Submission>,
): ReturnType<typeof followClock> {
  const [wasOpen, passed, toldAt] = [isClockOpen(submission), passedDeadline(submission), submission.overdueAt];
  ctx.update(submission, change);
  const { clockState, decisionDeadline, overdueAt, projectId } = submission;
  const isMoved = decisionDeadline?.getTime() !== passed?.getTime();
  const isStillTold = clockState === "overdue" && overdueAt?.getTime() === toldAt?.getTime();
  if (passed && isMoved && isStillTold && decisionDeadline)
    await redateOverdueTask(ctx, submission, passed, decisionDeadline);
  else if (passed && (isMoved || overdueAt === null)) await withdrawOverdueTask(ctx, submission, passed);
  if (isStillTold) await sendWithdrawnNotice(ctx, projectId, submission);
  if (clockState === "running" || clockState === "suspended") startClock(ctx, submission);
  else ctx.signal(watchSubmission, { submissionId: submission.id });
  if (wasOpen && !isClockOpen(submission)) await closeDeadlineReminders(ctx, [submission], reasonOf(submission));
  return followClock(ctx, submission);
}
