import { addDays, daysBetween } from "../calendar/time.js";
import type { ProjectType, SubmissionKind } from "../vocabulary.js";
import { type OwnDeadline, recordedNow } from "./clocks.js";
import { type OutcomeAndClock, recordedAt, statesOf, type WithOutcomes } from "./outcomes.js";

/** What was recorded about a submission. The clocks of its project are computed from it. */
export interface Filing {
  id: string;
  kind: SubmissionKind;
  submittedAt: Date;
  createdAt: Date;
  /** the state before any outcome, then one per outcome, each with its clock as stored: the deadline and when people were told that it ended */
  states: readonly OutcomeAndClock[];
  /** when a person set the deadline, if an integration had moved or closed the clock before */
  deadlineGivenAt: Date | null;
  /** null: it isn't an integration */
  integration: Integration | null;
}

/** When an integration took effect, and on which clocks. */
export interface Integration {
  at: Date;
  /** the project's type at that moment; its law says how a clock resumes. null: use today's type */
  type: ProjectType | null;
  /**
   * The submission whose clock it affected, then the one whose clock that clock had affected, and so on. If it affected none: the submissions
   * whose clocks an earlier part of the same integration resumed. The project's id stands for its own deadline. null: unknown, to be derived.
   */
  clocks: readonly string[] | null;
}

/** A project's own deadline. It starts as the date that a person set; the history moves it. */
export interface Own extends OwnDeadline {
  id: string;
  type: ProjectType;
  /** the integration that resumed it */
  deadlineContinuedBy: string | null;
}

/** When an integration took effect, and on which clocks, as stored. */
export interface Integrated {
  at: string;
  type: ProjectType | null;
  clocks: readonly string[];
}

/** A project's own deadline as a person set it. Stored once the deadline has moved to another date. */
export interface DeadlineGiven {
  deadline: string;
  setAt: string;
  /** the date that it moved to */
  movedTo: string;
}

type Recorded = WithOutcomes & Omit<Filing, "states" | "integration"> & { integrated: Integrated | null };

/** The facts of a project's submissions, oldest first. A fact that an earlier release didn't store is derived from the stored clocks. */
export function filingsOf(
  project: Pick<Own, "id" | "deadlineContinuedBy">,
  submissions: readonly Recorded[],
): Filing[] {
  const filings = submissions.map((each) => ({ ...factsOf(each), integrated: each.integrated }));
  // `clocks` is empty for an integration that moved no clock. If it has no deadline of its own, the clock that it affected must be derived.
  const clocksOf = ({ id, integrated }: (typeof filings)[number], seen: readonly string[] = []): string[] => {
    if (integrated && integrated.clocks.length > 0) return [...integrated.clocks];
    if (project.deadlineContinuedBy === id) return [project.id];
    const met = filings.filter((each) => each.states.some(isWith(id)) && !seen.includes(each.id));
    return met.flatMap((each) => [each.id, ...clocksOf(each, [...seen, id])]);
  };
  return filings
    .map(({ integrated, ...filing }) => {
      if (filing.kind !== "integration") return filing;
      const recorded = Number(integrated ? new Date(integrated.at) : filing.createdAt);
      // It took effect after the suspension of the clock that it affected and before that clock's next outcome. The recorded times may say
      // otherwise, because they may come from machines whose clocks differ.
      const met = filings.flatMap(({ states, createdAt }) => {
        const first = states.findIndex(isWith(filing.id));
        const [then, next] = states.slice(first, first + 2).map((state) => recordedAt(state)?.getTime());
        return first < 0
          ? []
          : [{ from: Math.max(then ?? 0, createdAt.getTime()), until: next ?? Number.POSITIVE_INFINITY }];
      });
      const until = Math.min(...met.map((each) => each.until));
      const at = new Date(Math.max(Math.min(recorded, until - 1), ...met.map(({ from }) => from)));
      const known = clocksOf({ ...filing, integrated });
      const clocks = integrated || known.length > 0 || filing.states[0]?.decisionDeadline ? known : null;
      return { ...filing, integration: { at, type: integrated?.type ?? null, clocks } };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

const isWith =
  (id: string) =>
  ({ continuedBy }: OutcomeAndClock): boolean =>
    continuedBy === id;

const factsOf = (submission: Recorded): Filing => {
  const { id, kind, submittedAt, createdAt, deadlineGivenAt } = submission;
  return { id, kind, submittedAt, createdAt, deadlineGivenAt, states: statesOf(submission), integration: null };
};

/**
 * The fact of an integration that takes effect now, after everything recorded so far.
 * @param clocks null: to be derived
 */
export function integrationNow(
  project: Pick<Own, "type" | "deadlineSetAt" | "createdAt">,
  filings: readonly Filing[],
  now: Date,
  clocks: Integration["clocks"] = null,
): Integration {
  const recorded = filings.flatMap(({ createdAt, deadlineGivenAt, states, integration }) => {
    const integrated = integration && { at: integration.at.toISOString() };
    return states.map((state) => ({ ...state, createdAt, deadlineGivenAt, integrated }));
  });
  return { at: recordedNow(project, recorded, now), type: project.type, clocks };
}

/** A project's own deadline as a person set it. If an earlier release didn't store it, it's derived from the days that remained. */
export function ownAsGiven(
  project: Own & { deadlineGiven: DeadlineGiven | null },
  filings: readonly Filing[],
  timezone: string,
): Own {
  const { deadlineContinuedBy, decisionDeadline, deadlineGiven: given } = project;
  const own = { ...project, deadlineContinuedBy: null };
  if (decisionDeadline === null) return own;
  if (given?.movedTo === decisionDeadline.toISOString())
    return { ...own, decisionDeadline: new Date(given.deadline), deadlineSetAt: new Date(given.setAt) };
  const integration = filings.find(({ id }) => id === deadlineContinuedBy);
  const wentOnAt = project.deadlineSetAt ?? project.createdAt;
  const stops = filings
    .flatMap(({ states }) => states)
    .flatMap((state) => {
      const stoppedAt = state.outcome === "suspended" && state.decisionDeadline === null ? recordedAt(state) : null;
      return stoppedAt && state.outcomeAt && stoppedAt <= wentOnAt ? [{ at: state.outcomeAt, stoppedAt }] : [];
    });
  const stop = stops.sort((a, b) => +a.at - +b.at).at(-1);
  if (!integration || !stop) return own;
  // The term of a permesso di costruire restarted in full, so the former date can't be derived.
  const shift = project.type === "permesso_di_costruire" ? 0 : daysBetween(integration.submittedAt, stop.at, timezone);
  const deadlineSetAt = new Date(+stop.stoppedAt - 1);
  return { ...own, decisionDeadline: addDays(decisionDeadline, shift, timezone), deadlineSetAt };
}
