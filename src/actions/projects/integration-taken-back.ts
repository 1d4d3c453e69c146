import { Project } from "../../db/entities/project.js";
import { Submission } from "../../db/entities/submission.js";
import { isReplaced } from "../../domain/outcomes.js";
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
  for (const submission of known) {
    if (submission.clockState !== "suspended" || !continued.some(({ id }) => id === submission.id)) continue;
    const next = nextIntegration(known, submission.outcomeSetAt ?? submission.outcomeAt);
    if (next) await resume(ctx, project, { submission, integration: next, known });
  }
  // It counts as set just before the outcome that suspends it.
  const next = isOwnContinued ? nextIntegration(known, project.deadlineSetAt) : undefined;
  if (next) await resumeOwnDeadline(ctx, project, { integration: next, known });
}

/**
 * The first integration that answers a suspension and has moved no clock; one that was recorded before the suspension waits for people.
 * @param suspendedAt when the suspension was recorded
 */
function nextIntegration(known: readonly Submission[], suspendedAt: Date | null): Submission | undefined {
  const used = new Set(
    known.flatMap((each) => [each.continuedBy, ...(each.outcomesBefore ?? []).map((past) => past.continuedBy)]),
  );
  return known
    .filter(({ id, kind, decisionDeadline }) => kind === "integration" && decisionDeadline === null && !used.has(id))
    .filter(({ createdAt }) => suspendedAt !== null && createdAt > suspendedAt)
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
 * and done again when the integration is restored.
 */
export async function forgetDeletedIntegrations(ctx: ActionContext, submission: Submission): Promise<void> {
  const { projectId, continuedBy, outcomesBefore } = submission;
  const named = [continuedBy, ...(outcomesBefore ?? []).map((past) => past.continuedBy)];
  const there = new Set((await ctx.all(Submission, { projectId })).map(({ id }) => id));
  const [deleted] = named.filter((id) => id !== null && !there.has(id));
  const project = deleted && (await ctx.follow(Project, projectId));
  if (!deleted || !project) return;
  await undoOn(ctx, project, submission, { id: deleted, heir: null });
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
  const stops = others.flatMap((submission) => {
    const outcomes = [...(submission.outcomesBefore ?? []), submission];
    const stop = outcomes.findLast((each) => each.outcome === "suspended" && each.decisionDeadline === null);
    if (!stop?.outcomeAt) return [];
    return [{ outcomeAt: new Date(stop.outcomeAt), recordedAt: new Date(stop.outcomeSetAt ?? stop.outcomeAt) }];
  });
  const last = stops.sort((a, b) => +a.outcomeAt - +b.outcomeAt).at(-1);
  if (!last) return;
  const { timezone } = ctx.caller;
  const shift = type === "permesso_di_costruire" ? 0 : daysBetween(filedAt, last.outcomeAt, timezone);
  await setDeadline(ctx, project, addDays(endsAt, shift, timezone));
  // It counts as set before the outcome that suspends it.
  ctx.update(project, { deadlineSetAt: new Date(+last.recordedAt - 1) });
}
