import { daysLeftFrom, hasPassed, isWholeDay, startOfDay } from "../calendar/time.js";
import { same } from "../same.js";
import type { ClockState, SubmissionKind, SubmissionOutcome } from "../vocabulary.js";
import { isClockOpen } from "./clocks.js";

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

/** The same as JSON, where instants are strings. */
export type KeptOutcome = {
  [K in keyof OutcomeAndClock]: Date extends OutcomeAndClock[K] ? string | null : OutcomeAndClock[K];
};

export interface WithOutcomes extends OutcomeAndClock {
  outcomesBefore: KeptOutcome[] | null;
}

/** More outcomes than an authority ever gives. A program that keeps setting them must not fill the row. */
const maxKept = 50;

/** Whether the clock is closed because an integration's clock replaced it. */
export const isReplaced = ({
  clockState,
  continuedBy,
  deadlineBefore,
}: Pick<OutcomeAndClock, "clockState" | "continuedBy" | "deadlineBefore">): boolean =>
  clockState === "closed" && continuedBy !== null && deadlineBefore === null;

/** The integrations that resumed or replaced a submission's clock, now and at each earlier outcome; null: none did. */
const integrationsMet = (submission: Pick<WithOutcomes, "continuedBy" | "outcomesBefore">): (string | null)[] => [
  submission.continuedBy,
  ...(submission.outcomesBefore ?? []).map((past) => past.continuedBy),
];

/** The integrations without a deadline of their own that never resumed a submission's clock. */
export function unusedIntegrations<S extends WithOutcomes & { id: string; kind: SubmissionKind }>(
  submissions: readonly S[],
): S[] {
  const used = new Set(submissions.flatMap(integrationsMet));
  return submissions.filter(
    ({ id, kind, decisionDeadline }) => kind === "integration" && decisionDeadline === null && !used.has(id),
  );
}

/** The earlier outcomes, oldest first, including the present one, for when another replaces it. */
export const withPresentKept = (submission: WithOutcomes): KeptOutcome[] =>
  [...(submission.outcomesBefore ?? []), kept(submission)].slice(-maxKept);

/** When an outcome was recorded. */
export const recordedAt = ({ outcomeSetAt, outcomeAt }: Pick<OutcomeAndClock, "outcomeAt" | "outcomeSetAt">) =>
  outcomeSetAt ?? outcomeAt;

/** A submission with neither outcome nor clock. */
export const withoutClock: OutcomeAndClock = {
  outcome: null,
  outcomeAt: null,
  outcomeSetAt: null,
  clockState: null,
  decisionDeadline: null,
  remainingDays: null,
  overdueAt: null,
  continuedBy: null,
  deadlineBefore: null,
};

/**
 * A clock after an authority's answer: a decision closes it; a suspension stops it and keeps the days that were left on that day.
 * @param answer as stored; if its day is unknown, it carries the days that were left
 */
export function afterOutcome(clock: OutcomeAndClock, answer: OutcomeAndClock, timezone: string): OutcomeAndClock {
  const { outcome, outcomeAt, outcomeSetAt, remainingDays: kept } = answer;
  const answered = { ...clock, outcome, outcomeAt, outcomeSetAt };
  const { clockState, decisionDeadline } = clock;
  if (decisionDeadline === null || !isClockOpen(clock)) return answered;
  if (outcome !== "suspended") return { ...answered, clockState: "closed" };
  if (clockState === "suspended") return answered;
  const answeredAt = outcomeAt && isWholeDay(outcomeAt, timezone) ? startOfDay(outcomeAt, timezone) : outcomeAt;
  const isPassed = answeredAt === null || hasPassed(decisionDeadline, answeredAt, timezone);
  const overdueAt = isPassed ? clock.overdueAt : null;
  const remainingDays = outcomeAt === null ? kept : daysLeftFrom(outcomeAt, decisionDeadline, timezone);
  return { ...answered, clockState: "suspended", overdueAt, remainingDays, continuedBy: null, deadlineBefore: null };
}

/** A submission's states, oldest first: the first without an outcome, then one per outcome. */
export function statesOf(submission: WithOutcomes): OutcomeAndClock[] {
  const states = [...(submission.outcomesBefore ?? []).map(revived), present(submission)];
  for (let [first] = states; first && first.outcome !== null; [first] = states) states.unshift(assumedBefore(first));
  return states;
}

/** The states in their stored form. */
export const storedStates = (states: readonly OutcomeAndClock[]): Partial<WithOutcomes> => ({
  ...states.at(-1),
  outcomesBefore: states.length > 1 ? states.slice(0, -1).map(kept).slice(-maxKept) : null,
});

/** The states with another day for the latest answer. The time at which it was recorded is kept. */
export const withOutcomeAt = (states: readonly OutcomeAndClock[], outcomeAt: Date): OutcomeAndClock[] =>
  states.map((state, n) =>
    n < states.length - 1 || same(state.outcomeAt, outcomeAt)
      ? state
      : { ...state, outcomeAt, outcomeSetAt: recordedAt(state) },
  );

/** The states with another deadline. Setting a date cancels an integration's effect on a running clock. */
export const withDeadline = (states: readonly OutcomeAndClock[], deadline: Date | null): OutcomeAndClock[] =>
  states.map((state) => ({
    ...state,
    decisionDeadline: deadline,
    deadlineBefore: null,
    overdueAt: null,
    continuedBy: isReplaced(state) ? state.continuedBy : null,
  }));

/**
 * The probable earlier state of a submission whose outcome was set before outcomes were kept. A decision closed a clock that ran or, if days
 * remained that no integration has used, was suspended. A suspension stopped one that ran. A clock that another had replaced stays replaced.
 */
function assumedBefore(submission: OutcomeAndClock): OutcomeAndClock {
  const { outcome, clockState, remainingDays, continuedBy, deadlineBefore, decisionDeadline, overdueAt } = submission;
  const runs = { ...withoutClock, overdueAt, clockState: clockState && ("running" as const) };
  if (outcome === "suspended") return { ...runs, decisionDeadline: deadlineBefore ?? decisionDeadline };
  const clock = { decisionDeadline, remainingDays, continuedBy, deadlineBefore };
  if (isReplaced(submission)) return { ...runs, ...clock, clockState };
  const wasSuspended = clockState !== null && remainingDays !== null && continuedBy === null;
  return wasSuspended ? { ...runs, ...clock, outcome: "suspended", clockState: "suspended" } : { ...runs, ...clock };
}

/** Drops a submission's other fields. */
const present = (submission: OutcomeAndClock): OutcomeAndClock => revived(kept(submission));

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
