import type { OwnDeadline } from "./clocks.js";
import { type OutcomeAndClock, recordedAt, statesOf, type WithOutcomes } from "./outcomes.js";
import { addDays, daysBetween } from "./time.js";
import type { ProjectType, SubmissionKind } from "./vocabulary.js";

/** A submission, as the clocks of its project follow from it. */
export interface Filing {
  id: string;
  kind: SubmissionKind;
  submittedAt: Date;
  createdAt: Date;
  /** none, then each outcome, each with the clock as it is stored: the deadline that was given, and when people were told of its end */
  states: readonly OutcomeAndClock[];
  /** when a person gave the deadline, if an integration had moved or ended the clock before */
  deadlineGivenAt: Date | null;
  /** null: it is no integration */
  integration: Integration | null;
}

/** When an integration took effect, and on what. */
export interface Integration {
  at: Date;
  /** the project's type then, whose law says how a clock goes on; null: that of now */
  type: ProjectType | null;
  /**
   * Whose clock it met, then whose that one had met, and so on; where it met none, those that went on already with an earlier one, of which
   * it is a later part. The project's id: its own deadline. null: that is to be found.
   */
  clocks: readonly string[] | null;
}

/** A project's own deadline; in the beginning as a person set it. */
export interface Own extends OwnDeadline {
  id: string;
  type: ProjectType;
  /** the integration with which it went on */
  deadlineContinuedBy: string | null;
}

/** When an integration took effect, and on what, as it is stored. */
export interface Integrated {
  at: string;
  type: ProjectType | null;
  clocks: readonly string[];
}

/** A project's own deadline as a person set it, of one that has another date since, as it is stored. */
export interface DeadlineGiven {
  deadline: string;
  setAt: string;
  /** that other date */
  movedTo: string;
}

interface Recorded extends WithOutcomes {
  id: string;
  kind: SubmissionKind;
  submittedAt: Date;
  createdAt: Date;
  deadlineGivenAt: Date | null;
  integrated: Integrated | null;
}

/** The submissions of a project as the facts of its clocks, oldest first. What was recorded before these were kept, its clocks tell. */
export function filingsOf(
  project: Pick<Own, "id" | "deadlineContinuedBy">,
  submissions: readonly Recorded[],
): Filing[] {
  const filings = submissions.map((each) => ({ ...factsOf(each), integrated: each.integrated }));
  // Of one without a deadline of its own that moved none, it is to be found.
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
      // A clock that it met was filed and stopped before, and answered only then: the clocks of two machines may differ.
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
 * What an integration is that takes effect now, after all that was recorded.
 * @param clocks null: whose clock it meets is to be found
 */
export function integrationNow(
  filings: readonly Filing[],
  { type, now, clocks = null }: { type: ProjectType; now: Date; clocks?: Integration["clocks"] },
): Integration {
  const times = filings.flatMap(({ states, integration }) => [...states.map(recordedAt), integration?.at ?? null]);
  const last = Math.max(...times.map(Number));
  return { at: last <= now.getTime() ? now : new Date(last + 1), type, clocks };
}

/** A project's own deadline as a person set it. Of before this was kept, it follows from the days that remained. */
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
  // Of a permesso di costruire, whose term began anew, nothing tells the date of then.
  const shift = project.type === "permesso_di_costruire" ? 0 : daysBetween(integration.submittedAt, stop.at, timezone);
  const deadlineSetAt = new Date(+stop.stoppedAt - 1);
  return { ...own, decisionDeadline: addDays(decisionDeadline, shift, timezone), deadlineSetAt };
}
