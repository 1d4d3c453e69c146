import { Project } from "../../db/entities/project.js";
import { Submission } from "../../db/entities/submission.js";
import { integrationsMet, isReplaced, unusedIntegrations } from "../../domain/outcomes.js";
import { addDays, daysBetween, daysLeft } from "../../domain/time.js";
import type { ActionContext } from "../context.js";
import { setDeadline } from "./deadline.js";
import { othersOf, resume, resumeOwnDeadline } from "./integration-clock.js";
import { editClock, stateAt } from "./submission-clock.js";
import { goneOnBefore, suspendedWith } from "./suspended-again.js";

/**
 * Takes back what an integration did to the clock that it met: a clock that went on is suspended again, one that it replaced is what it
 * was before. One that was suspended again since has been so from the first time.
 * @param filedAt the date of the integration, as its effect was counted from
 */
export async function takeIntegrationBack(
  ctx: ActionContext,
  project: Project,
  integration: Submission,
  filedAt = integration.submittedAt,
): Promise<void> {
  const others = await othersOf(ctx, integration);
  await stopOwnDeadline(ctx, project, { integration, filedAt, others });
  const replacedBy = isReplaced(integration) ? integration.continuedBy : null;
  const heir = others.some(({ id }) => id === replacedBy) ? replacedBy : null;
  for (const submission of others) await undoOn(ctx, project, submission, { id: integration.id, heir });
}

/**
 * Takes back what an integration did, as `takeIntegrationBack` does, since it is none or is deleted. A clock that it had let go on goes on
 * with the next one instead, which found nothing suspended: what was asked for came in parts, or was recorded twice.
 */
export async function takeIntegrationAway(
  ctx: ActionContext,
  project: Project,
  integration: Submission,
  filedAt = integration.submittedAt,
): Promise<void> {
  const continued = (await othersOf(ctx, integration)).filter(({ continuedBy }) => continuedBy === integration.id);
  const isOwnContinued = project.deadlineContinuedBy === integration.id;
  await takeIntegrationBack(ctx, project, integration, filedAt);
  const known = await othersOf(ctx, integration);
  for (const submission of known)
    if (continued.some(({ id }) => id === submission.id)) await goOnWithNext(ctx, project, { submission, known });
  if (isOwnContinued) await ownGoesOnWithNext(ctx, project, known);
}

/** Lets the clock that waits for an integration go on with one that was restored, since another one had taken its place and is gone as well. */
export async function goOnWithRestored(ctx: ActionContext, integration: Submission): Promise<void> {
  const { kind, decisionDeadline, projectId } = integration;
  const project = kind === "integration" && decisionDeadline === null && (await ctx.follow(Project, projectId));
  if (!project) return;
  const known = await ctx.all(Submission, { projectId });
  const submission = known.findLast(({ clockState }) => clockState === "suspended");
  if (submission) await goOnWithNext(ctx, project, { submission, known });
  else await ownGoesOnWithNext(ctx, project, known);
}

async function ownGoesOnWithNext(ctx: ActionContext, project: Project, known: readonly Submission[]): Promise<void> {
  const next = nextIntegration(project, known, latestStop(known)?.recordedAt ?? null);
  if (next) await resumeOwnDeadline(ctx, project, { integration: next, known });
}

async function goOnWithNext(
  ctx: ActionContext,
  project: Project,
  { submission, known }: { submission: Submission; known: readonly Submission[] },
): Promise<void> {
  if (submission.clockState !== "suspended") return;
  const next = nextIntegration(project, known, submission.outcomeSetAt ?? submission.outcomeAt);
  if (next) await resume(ctx, project, { submission, integration: next, known });
}

/**
 * The first integration that answers a suspension and has moved no clock; one that was recorded before the suspension waits for people.
 * @param suspendedAt when the suspension was recorded
 */
function nextIntegration(
  { deadlineContinuedBy }: Project,
  known: readonly Submission[],
  suspendedAt: Date | null,
): Submission | undefined {
  return unusedIntegrations(known)
    .filter(({ id, createdAt }) => id !== deadlineContinuedBy && suspendedAt !== null && createdAt > suspendedAt)
    .sort((one, other) => +one.submittedAt - +other.submittedAt)[0];
}

/**
 * The same for one submission's clock, and what is kept of it.
 * @param integration its id; the integration that has replaced its own clock, and so replaces what that had replaced; null: none has
 */
async function undoOn(
  ctx: ActionContext,
  project: Project,
  submission: Submission,
  { id, heir }: { id: string; heir: string | null },
): Promise<void> {
  await editClock(ctx, project, submission, (clock, earlier) => {
    const { outcome, outcomeAt, remainingDays, deadlineBefore } = clock;
    const former = goneOnBefore(clock, earlier, id);
    if (former) return suspendedWith(ctx, project, clock, { ...former, endsAt: former.deadlineBefore });
    if (clock.continuedBy !== id) return {};
    if (heir !== null && isReplaced(clock)) return { continuedBy: heir };
    const decisionDeadline = deadlineBefore ?? clock.decisionDeadline;
    const before = { decisionDeadline, continuedBy: null, deadlineBefore: null };
    if (isDecision(clock)) return before;
    // A suspension that was given while the integration's clock ran stopped nothing then.
    if (outcome === "suspended" && outcomeAt && decisionDeadline && earlier.at(-1)?.continuedBy === id) {
      if (earlier.some(isDecision)) return before;
      const daysThen = daysLeft(decisionDeadline, outcomeAt, ctx.caller.timezone);
      return { ...before, clockState: "suspended", remainingDays: daysThen };
    }
    const isSuspended = deadlineBefore !== null || remainingDays !== null;
    return { ...before, ...(isSuspended ? { clockState: "suspended" } : stateAt(ctx, clock, decisionDeadline)) };
  });
}

const isDecision = ({ outcome }: Pick<Submission, "outcome">): boolean =>
  outcome === "approved" || outcome === "rejected";

/**
 * Brings a submission that was restored in line with integrations that were deleted after it: what they did to its clock is taken back,
 * and done again when the integration is restored; until then the next one may have it go on.
 */
export async function forgetDeletedIntegrations(ctx: ActionContext, submission: Submission): Promise<void> {
  const { projectId, continuedBy } = submission;
  const known = await ctx.all(Submission, { projectId });
  const there = new Set(known.map(({ id }) => id));
  const [deleted] = integrationsMet(submission).filter((id) => id !== null && !there.has(id));
  const project = deleted && (await ctx.follow(Project, projectId));
  if (!deleted || !project) return;
  await undoOn(ctx, project, submission, { id: deleted, heir: null });
  if (continuedBy === deleted) await goOnWithNext(ctx, project, { submission, known });
  await ctx.redoWith("submission", deleted);
}

/**
 * The same for the project's own deadline, which is suspended again by the latest outcome that stops it, with the days that the first one
 * had left. Of a permesso di costruire, whose term began anew, nothing tells its date of then any more, and the next integration makes it
 * anew as well.
 */
async function stopOwnDeadline(
  ctx: ActionContext,
  project: Project,
  { integration, filedAt, others }: { integration: Submission; filedAt: Date; others: readonly Submission[] },
): Promise<void> {
  const { type, decisionDeadline: endsAt, deadlineContinuedBy } = project;
  if (deadlineContinuedBy !== integration.id || endsAt === null) return;
  ctx.update(project, { deadlineContinuedBy: null });
  const last = latestStop(others);
  if (!last) return;
  const { timezone } = ctx.caller;
  const shift = type === "permesso_di_costruire" ? 0 : daysBetween(filedAt, last.outcomeAt, timezone);
  await setDeadline(ctx, project, addDays(endsAt, shift, timezone));
  // It counts as set before the outcome that suspends it.
  ctx.update(project, { deadlineSetAt: new Date(+last.recordedAt - 1) });
}

/** The latest outcome that suspends the project's own deadline, and when it was recorded. */
function latestStop(submissions: readonly Submission[]): { outcomeAt: Date; recordedAt: Date } | undefined {
  const stops = submissions.flatMap((submission) => {
    const outcomes = [...(submission.outcomesBefore ?? []), submission];
    const stop = outcomes.findLast((each) => each.outcome === "suspended" && each.decisionDeadline === null);
    if (!stop?.outcomeAt) return [];
    return [{ outcomeAt: new Date(stop.outcomeAt), recordedAt: new Date(stop.outcomeSetAt ?? stop.outcomeAt) }];
  });
  return stops.sort((a, b) => +a.outcomeAt - +b.outcomeAt).at(-1);
}
