import type { ClockState, SubmissionKind, SubmissionOutcome } from "./vocabulary.js";

/** A submission's outcome, with the clock of its decision deadline. */
export interface OutcomeAndClock {
  outcome: SubmissionOutcome | null;
  outcomeAt: Date | null;
  outcomeSetAt: Date | null;
  clockState: ClockState | null;
  decisionDeadline: Date | null;
  remainingDays: number | null;
  overdueAt: Date | null;
  continuedBy: string | null;
  deadlineBefore: Date | null;
}

/** The same as JSON, in which instants are texts. */
export type KeptOutcome = {
  [K in keyof OutcomeAndClock]: Date extends OutcomeAndClock[K] ? string | null : OutcomeAndClock[K];
};

interface WithOutcomes extends OutcomeAndClock {
  outcomesBefore: KeptOutcome[] | null;
}

/** More outcomes than an authority ever gives; a program that goes on setting them must not fill the row. */
const maxKept = 50;

/** Whether the clock is closed since that of an integration took its place. */
export const isReplaced = ({
  clockState,
  continuedBy,
  deadlineBefore,
}: Pick<OutcomeAndClock, "clockState" | "continuedBy" | "deadlineBefore">): boolean =>
  clockState === "closed" && continuedBy !== null && deadlineBefore === null;

/** The integrations by which a submission's clock goes on or is replaced, now and at each outcome before; null: by none. */
export const integrationsMet = (
  submission: Pick<WithOutcomes, "continuedBy" | "outcomesBefore">,
): (string | null)[] => [submission.continuedBy, ...(submission.outcomesBefore ?? []).map((past) => past.continuedBy)];

/** The integrations without a deadline of their own by which no clock of the submissions goes on or went on. */
export function unusedIntegrations<S extends WithOutcomes & { id: string; kind: SubmissionKind }>(
  submissions: readonly S[],
): S[] {
  const used = new Set(submissions.flatMap(integrationsMet));
  return submissions.filter(
    ({ id, kind, decisionDeadline }) => kind === "integration" && decisionDeadline === null && !used.has(id),
  );
}

/** The outcomes before the present one, oldest first, once another takes its place. */
export const withPresentKept = (submission: WithOutcomes): KeptOutcome[] =>
  [...(submission.outcomesBefore ?? []), kept(submission)].slice(-maxKept);

/** What to change in an outcome and its clock. @param earlier the outcomes before it, oldest first */
export type OutcomeEdit = (state: OutcomeAndClock, earlier: readonly KeptOutcome[]) => Partial<OutcomeAndClock>;

/** A change to the present outcome and clock, and to each of those before. */
export const editOutcomes = (submission: WithOutcomes, edit: OutcomeEdit): Partial<WithOutcomes> => ({
  ...edit(submission, submission.outcomesBefore ?? []),
  outcomesBefore:
    submission.outcomesBefore?.map((each, n, all) => {
      const before = revived(each);
      return kept({ ...before, ...edit(before, all.slice(0, n)) });
    }) ?? null,
});

/** What a submission was before its present outcome; null: nothing was ever given. */
export function beforeOutcome(submission: WithOutcomes): OutcomeAndClock | null {
  const last = submission.outcomesBefore?.at(-1);
  return last ? revived(last) : assumedBefore(submission);
}

/**
 * What a submission probably was whose outcome was given before outcomes were kept: a decision closed a clock that ran or, where days
 * remained that no integration has used, was suspended; a suspension stopped one that ran. What another clock had replaced stays replaced.
 */
function assumedBefore(submission: WithOutcomes): OutcomeAndClock | null {
  const { outcome, clockState, remainingDays, continuedBy, deadlineBefore, decisionDeadline } = submission;
  const isSuspended = outcome === "suspended" || clockState === "suspended";
  if (outcome === null && !isSuspended) return null;
  const { overdueAt } = submission;
  const none = { outcome: null, outcomeAt: null, outcomeSetAt: null };
  const runs = { ...none, overdueAt, clockState: clockState && ("running" as const) };
  if (isSuspended) {
    const endsAt = deadlineBefore ?? decisionDeadline;
    return { ...runs, decisionDeadline: endsAt, remainingDays: null, continuedBy: null, deadlineBefore: null };
  }
  const clock = { decisionDeadline, remainingDays, continuedBy, deadlineBefore };
  if (isReplaced(submission)) return { ...runs, ...clock, clockState };
  const wasSuspended = clockState !== null && remainingDays !== null && continuedBy === null;
  return wasSuspended ? { ...runs, ...clock, outcome: "suspended", clockState: "suspended" } : { ...runs, ...clock };
}

const text = (instant: Date | null): string | null => instant?.toISOString() ?? null;
const instant = (text: string | null): Date | null => (text === null ? null : new Date(text));

const kept = (state: OutcomeAndClock): KeptOutcome => ({
  outcome: state.outcome,
  outcomeAt: text(state.outcomeAt),
  outcomeSetAt: text(state.outcomeSetAt),
  clockState: state.clockState,
  decisionDeadline: text(state.decisionDeadline),
  remainingDays: state.remainingDays,
  overdueAt: text(state.overdueAt),
  continuedBy: state.continuedBy,
  deadlineBefore: text(state.deadlineBefore),
});

const revived = (state: KeptOutcome): OutcomeAndClock => ({
  ...state,
  outcomeAt: instant(state.outcomeAt),
  outcomeSetAt: instant(state.outcomeSetAt),
  decisionDeadline: instant(state.decisionDeadline),
  overdueAt: instant(state.overdueAt),
  deadlineBefore: instant(state.deadlineBefore),
});
