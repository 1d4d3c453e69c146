import { daysLeft, daysLeftFrom, hasPassed, wholeDay } from "../calendar/time.js";
import type { ClockState, ProjectStage, SubmissionKind, SubmissionOutcome } from "../vocabulary.js";

type Instant = Date | string;

/** The fields of a submission that its project's clocks are computed from. Instants read from JSON are strings. */
export interface ClockedSubmission {
  id: string;
  kind: SubmissionKind;
  decisionDeadline: Instant | null;
  clockState: ClockState | null;
  remainingDays: number | null;
  outcome: SubmissionOutcome | null;
  outcomeAt: Instant | null;
  /** when the outcome was recorded, if `outcomeAt` was corrected later */
  outcomeSetAt: Instant | null;
  /** the deadline at which the clock was suspended, once it has resumed */
  deadlineBefore: Instant | null;
  createdAt: Instant;
  /** when a person set the deadline, if an integration had moved or closed the clock before */
  deadlineGivenAt?: Instant | null;
  /** when it took effect, if it's an integration */
  integrated?: { at: string } | null;
}

/** A project's own deadline, as `update_project_stage` stores it. */
export interface OwnDeadline {
  stage: ProjectStage;
  decisionDeadline: Date | null;
  deadlineSetAt: Date | null;
  deadlineSettledAt: Date | null;
  /** when the stage last moved on from approved */
  deadlineMetAt: Date | null;
  createdAt: Date;
}

/** The time that an authority has for one decision. */
export interface Clock {
  /** null: the project's own deadline */
  submissionId: string | null;
  status: ClockState;
  /** the deadline; while the clock is suspended, the one before the suspension */
  endsAt: Date;
  remainingDays: number | null;
}

/**
 * The time to record for an event of a project. It is later than everything recorded before, even if that came from a machine whose clock
 * differs, or if the clock was set back since. The order of events decides which clock an integration affects.
 */
export function recordedNow(
  {
    deadlineSetAt,
    deadlineMetAt = null,
    createdAt,
  }: Pick<OwnDeadline, "deadlineSetAt" | "createdAt"> & Partial<Pick<OwnDeadline, "deadlineMetAt">>,
  submissions: readonly Pick<
    ClockedSubmission,
    "outcomeAt" | "outcomeSetAt" | "createdAt" | "deadlineGivenAt" | "integrated"
  >[],
  now: Date,
): Date {
  const times = submissions.flatMap((each) => [
    each.createdAt,
    each.outcomeSetAt ?? each.outcomeAt,
    each.deadlineGivenAt,
    each.integrated?.at,
  ]);
  const own = [createdAt, deadlineSetAt, deadlineMetAt];
  const last = Math.max(...[...own, ...times].map((time) => (time ? Number(new Date(time)) : 0)));
  return last <= now.getTime() ? now : new Date(last + 1);
}

/** Whether a stage says that the authority has decided. */
export const isDecided = (stage: ProjectStage | undefined): boolean => stage === "approved" || stage === "closed";

const beforeDecision: readonly ProjectStage[] = ["preparation", "submitted", "review", "integration"];

/** Whether a stage says that the authority hasn't decided yet. Stages from the approval on don't. */
export const isUndecided = (stage: ProjectStage): boolean => beforeDecision.includes(stage);

/**
 * Whether the authority has decided by a project's own deadline: the stage says so, or it was approved since the deadline was set and has
 * moved on, e.g. to works. A closed stage that was reopened proves nothing: it may have been closed by mistake.
 */
export const isMet = ({ stage, deadlineMetAt, deadlineSetAt, createdAt }: OwnDeadline): boolean =>
  isDecided(stage) || (deadlineMetAt !== null && deadlineMetAt > (deadlineSetAt ?? createdAt) && !isUndecided(stage));

/** Whether a clock is open, that is running, overdue or suspended: neither decided nor replaced. */
export const isClockOpen = ({ clockState }: { clockState: ClockState | null }): boolean =>
  clockState !== null && clockState !== "closed";

/** The remaining days that a clock shows: while suspended, the days that were left; null once it is closed. */
export function daysOnClock(
  { status, endsAt, kept }: { status: ClockState; endsAt: Date; kept: number | null },
  now: Date,
  timezone: string,
): number | null {
  if (status === "running") return daysLeft(endsAt, now, timezone);
  return { suspended: kept, overdue: 0, closed: null }[status];
}

/**
 * The fate of a project's own deadline. null: none yet, so it must be watched.
 * - `covered`: a submission has the same date, or had it until its clock resumed, so both are one clock;
 * - `closed`: it is met (`isMet`), or since the deadline was set, the authority decided on a submission that has no date of its own, or an
 *   integration with another date was filed, or the project's only filing, which was suspended, resumed or was decided;
 * - `suspended`: since then the authority suspended a submission that has no date of its own, or the project's only filing. Otherwise
 *   nobody could stop this clock, and its end would be reported as the authority's.
 */
export function fateOfOwnDeadline(
  project: OwnDeadline,
  submissions: readonly ClockedSubmission[],
  timezone: string,
): { fate: "covered" | "closed" } | { fate: "suspended"; since: Date } | null {
  const { decisionDeadline } = project;
  if (decisionDeadline === null) return { fate: "covered" };
  const dayOf = (instant: Instant) => wholeDay(new Date(instant), timezone);
  const day = dayOf(decisionDeadline);
  const dated = submissions.filter((submission) => submission.decisionDeadline !== null);
  const hasDay = (instant: Instant | null) => instant !== null && dayOf(instant) === day;
  if (dated.some((each) => hasDay(each.decisionDeadline) || hasDay(each.deadlineBefore))) return { fate: "covered" };
  if (isMet(project)) return { fate: "closed" };
  const setAt = project.deadlineSetAt ?? project.createdAt;
  const isLater = (instant: Instant | null) => instant !== null && new Date(instant) > setAt;
  const isAnsweredLater = ({ outcomeAt, outcomeSetAt }: ClockedSubmission) => isLater(outcomeSetAt ?? outcomeAt);
  if (dated.some(({ kind, createdAt }) => kind === "integration" && isLater(createdAt))) return { fate: "closed" };
  const [filing, ...others] = submissions.filter(({ kind }) => kind === "submission");
  const isOnlyOne = filing !== undefined && filing.decisionDeadline !== null && others.length === 0;
  const isStopped = isOnlyOne && filing.clockState === "suspended" && isAnsweredLater(filing);
  const wasStopped = isOnlyOne && (filing.outcome === "suspended" || filing.remainingDays !== null);
  if (wasStopped && !isStopped && isAnsweredLater(filing)) return { fate: "closed" };
  const answered = submissions.filter((each) => each.decisionDeadline === null && isAnsweredLater(each));
  if (answered.some(({ outcome }) => outcome !== "suspended")) return { fate: "closed" };
  if (isStopped) return { fate: "suspended", since: new Date(filing.outcomeAt as Instant) };
  const [since] = answered.map(({ outcomeAt }) => new Date(outcomeAt as Instant)).sort((a, b) => +b - +a);
  return since ? { fate: "suspended", since } : null;
}

/** All clocks of a project: those of its submissions, oldest first, then that of its own deadline. */
export function clocksOf(
  project: OwnDeadline,
  submissions: readonly ClockedSubmission[],
  now: Date,
  timezone: string,
): Clock[] {
  const clocks: Clock[] = [];
  const add = (submissionId: string | null, status: ClockState, endsAt: Date, kept: number | null) =>
    clocks.push({
      submissionId,
      status,
      endsAt,
      remainingDays: daysOnClock({ status, endsAt, kept }, now, timezone),
    });
  for (const { id, clockState, decisionDeadline, remainingDays } of submissions)
    if (clockState !== null && decisionDeadline !== null)
      add(id, clockState, new Date(decisionDeadline), remainingDays);
  const own = fateOfOwnDeadline(project, submissions, timezone);
  const { decisionDeadline: endsAt, deadlineSettledAt } = project;
  if (endsAt === null || own?.fate === "covered") return clocks;
  const isOverdue = deadlineSettledAt !== null && hasPassed(endsAt, now, timezone);
  const status = own?.fate ?? (isOverdue ? "overdue" : "running");
  add(null, status, endsAt, own?.fate === "suspended" ? daysLeftFrom(own.since, endsAt, timezone) : null);
  return clocks;
}

/** The running clock that ends first; if none runs, the one that last ran out without a decision; null if there is neither. */
export function nearestClock(clocks: readonly Clock[]): Clock | null {
  const inOrder = [...clocks].sort((a, b) => a.endsAt.getTime() - b.endsAt.getTime());
  return (
    inOrder.find(({ status }) => status === "running") ?? inOrder.findLast(({ status }) => status === "overdue") ?? null
  );
}
