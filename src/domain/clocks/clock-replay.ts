import { addDays, daysBetween, daysLeftFrom, hasPassed } from "../calendar/time.js";
import type { ProjectStage } from "../vocabulary.js";
import type { Filing, Integration, Own } from "./clock-facts.js";
import { fateOfOwnDeadline, isClockOpen } from "./clocks.js";
import { afterOutcome, isReplaced, type OutcomeAndClock, recordedAt, withoutClock } from "./outcomes.js";
import { type ResumedTerm, resumedTerm } from "./resumed-term.js";

/** What an integration did when it took effect. */
export interface Effect {
  /** as in `Integration` */
  clocks: readonly string[];
  /** how the affected clock resumed; null: the integration replaced it, or affected none */
  resumed: { term: ResumedTerm; endedBefore: Date; remainingDays: number } | null;
}

/** A submission at a point in the history. */
interface Course {
  filing: Filing;
  before: OutcomeAndClock[];
  clock: OutcomeAndClock;
}

/** The deadline that a person set for a submission. */
const givenDeadline = ({ states: [first] }: Filing): Date | null =>
  first?.deadlineBefore ?? first?.decisionDeadline ?? null;

/** The stored state for this point in the history. */
const storedOf = ({ filing, before }: Course): OutcomeAndClock | undefined => filing.states[before.length];

const hasOpenClock = ({ clock }: Course): boolean => isClockOpen(clock);
const isSuspended = ({ clock }: Course): boolean => clock.clockState === "suspended";

/**
 * A clock before its suspension. If it is stored as closed, a decision that an earlier release didn't keep had closed it. If it is stored as
 * not closed, it got its deadline only after a decision.
 */
function beforeSuspension(clock: OutcomeAndClock, stored: OutcomeAndClock): OutcomeAndClock {
  if (clock.clockState === null || isReplaced(clock) || isReplaced(stored)) return clock;
  if (stored.clockState === "closed") return { ...clock, clockState: "closed" };
  return clock.clockState === "closed" ? { ...clock, clockState: "running" } : clock;
}

/** A submission's course, or the course of the integration whose clock replaced its own. */
function standing(courses: readonly Course[], id: string | null): Course | undefined {
  const course = courses.find(({ filing }) => filing.id === id);
  if (!course || !isReplaced(course.clock)) return course;
  // If two submissions became integrations later, each may have replaced the other.
  const others = courses.filter((each) => each !== course);
  return standing(others, course.clock.continuedBy) ?? course;
}

/** A project's state as its history is replayed. There is one rule for each kind of record. */
export class ClockReplay {
  readonly courses: Course[] = [];
  readonly effects = new Map<string, Effect>();

  /** @param integrations the ids of all integrations that take effect */
  constructor(
    public own: Own,
    private readonly integrations: ReadonlySet<string>,
    private readonly timezone: string,
    private readonly now: Date,
  ) {}

  file(filing: Filing): void {
    const course: Course = { filing, before: [], clock: { ...withoutClock, decisionDeadline: givenDeadline(filing) } };
    const [first] = filing.states;
    // An integration resumed it, though its suspension isn't stored.
    if (first?.deadlineBefore)
      course.clock = { ...course.clock, clockState: "suspended", remainingDays: first.remainingDays };
    else if (course.clock.decisionDeadline !== null) this.run(course, {});
    this.courses.push(course);
  }

  answer(id: string, stored: OutcomeAndClock): void {
    const course = this.courses.find(({ filing }) => filing.id === id);
    if (!course) return;
    const { clock } = course;
    const isRepeated = stored.outcome === "suspended" && clock.outcome === "suspended";
    const since = isRepeated ? this.ownStoppedAt("review") : null;
    // A repeated suspension counts from its first day, and keeps the days that remained then.
    if (since && stored.outcomeAt && since.getTime() === clock.outcomeAt?.getTime())
      this.moveOwn(daysBetween(since, stored.outcomeAt, this.timezone));
    course.before.push(clock);
    const wasOpen = stored.outcome === "suspended" ? beforeSuspension(clock, stored) : clock;
    course.clock = afterOutcome(wasOpen, stored, this.timezone);
    // A person set a date while it ran, which cancelled the integration's effect.
    const isGiven = stored.continuedBy === null && (stored.clockState === "running" || stored.clockState === "overdue");
    if (isSuspended(course) && isGiven) this.run(course, { remainingDays: null });
  }

  integrate(filing: Filing, integration: Integration): void {
    const { at, type } = integration;
    const isDated = givenDeadline(filing) !== null;
    const target = this.met(filing, isDated, integration);
    const effect: Effect = { clocks: target || isDated ? [] : this.goneOn(), resumed: null };
    this.effects.set(filing.id, effect);
    const resume = (endedBefore: Date, remainingDays: number): Date => {
      const term = resumedTerm(type ?? this.own.type, remainingDays, filing.submittedAt, this.timezone);
      effect.resumed = { term, endedBefore, remainingDays };
      return term.endsAt;
    };
    if (target === null) return;
    if ("since" in target) {
      effect.clocks = [this.own.id];
      if (isDated || this.own.decisionDeadline === null) return;
      const remainingDays = daysLeftFrom(target.since, this.own.decisionDeadline, this.timezone);
      const decisionDeadline = resume(this.own.decisionDeadline, remainingDays);
      this.own = { ...this.own, decisionDeadline, deadlineSetAt: at, deadlineContinuedBy: filing.id };
      return;
    }
    effect.clocks = [target.filing.id, ...(target.filing.integration?.clocks ?? [])];
    const { clockState, remainingDays, decisionDeadline: endedBefore } = target.clock;
    const kept = clockState === "suspended" ? remainingDays : null;
    const link = { continuedBy: filing.id, deadlineBefore: endedBefore };
    if (isDated || endedBefore === null)
      target.clock = { ...target.clock, ...link, clockState: "closed", remainingDays: kept, deadlineBefore: null };
    // A person has set another date since, which cancels the integration's effect.
    else if (target.filing.deadlineGivenAt && at < target.filing.deadlineGivenAt)
      this.run(target, { remainingDays: null });
    else this.run(target, { ...link, decisionDeadline: resume(endedBefore, kept ?? 0) });
  }

  /** The clock that an integration affects: a submission's, or the project's own deadline and when it was suspended. */
  private met({ id }: Filing, isDated: boolean, { type, clocks }: Integration): Course | { since: Date } | null {
    const others = this.courses.filter(({ filing }) => filing.id !== id);
    const own = (stage: ProjectStage) => {
      // A deadline of the integration's own would close it; an outcome of the integration's own has stopped it.
      const since = this.ownStoppedAt(stage, isDated ? others : this.courses);
      return since && { since };
    };
    const isMet = (each: Course) => isSuspended(each) && (type !== null || this.mayHaveGoneOn(storedOf(each)));
    if (clocks === null)
      return others.findLast(isMet) ?? own(this.own.stage) ?? (isDated ? others.findLast(hasOpenClock) : null) ?? null;
    const known = clocks
      .flatMap((each) => (each === this.own.id ? "own" : standing(others, each)) ?? [])
      .filter((each) => each === "own" || each.clock.clockState !== null);
    const targets = (isDated ? known.slice(0, 1) : known).map((each) => (each === "own" ? own("review") : each));
    return targets.find((each) => each && ("since" in each || (isDated ? hasOpenClock : isSuspended)(each))) ?? null;
  }

  /**
   * Whether an integration whose effect isn't stored may have resumed a clock. It can't have if the clock is stored as no clock, as still
   * suspended, or as resumed by another integration.
   */
  private mayHaveGoneOn(stored: OutcomeAndClock | undefined): boolean {
    if (!stored || stored.clockState === null || stored.clockState === "suspended") return false;
    return isReplaced(stored) || stored.continuedBy === null || !this.integrations.has(stored.continuedBy);
  }

  /** The ids of the clocks that an integration resumed, latest first. */
  private goneOn(): string[] {
    const courses = this.courses.filter(({ clock }) => clock.deadlineBefore !== null && clock.clockState !== "closed");
    const own = this.own.deadlineContinuedBy === null ? [] : [this.own.id];
    return [...courses.map(({ filing }) => filing.id).reverse(), ...own];
  }

  /** Lets a clock run. It is overdue if people were told that its current deadline has passed. */
  private run(course: Course, change: Partial<OutcomeAndClock>): void {
    const clock = { ...course.clock, ...change };
    const stored = storedOf(course);
    const isTold = stored && (stored.continuedBy === clock.continuedBy || isReplaced(stored));
    const overdueAt = isTold ? stored.overdueAt : null;
    const isOverdue =
      overdueAt !== null &&
      clock.decisionDeadline !== null &&
      hasPassed(clock.decisionDeadline, this.now, this.timezone);
    course.clock = isOverdue
      ? { ...clock, clockState: "overdue", overdueAt }
      : { ...clock, clockState: "running", overdueAt: null };
  }

  ownFate(courses: readonly Course[] = this.courses, stage = this.own.stage): ReturnType<typeof fateOfOwnDeadline> {
    const clocked = courses.map(({ filing, clock }) => ({ ...filing, ...clock }));
    return fateOfOwnDeadline({ ...this.own, stage }, clocked, this.timezone);
  }

  /** When the project's own deadline was suspended; null: it isn't suspended. */
  private ownStoppedAt(stage: ProjectStage, courses: readonly Course[] = this.courses): Date | null {
    // A cheap check first: most projects have no such deadline, or nothing that could have stopped it.
    const setAt = this.own.deadlineSetAt ?? this.own.createdAt;
    const stops = ({ clock }: Course) => clock.outcome === "suspended" && (recordedAt(clock) ?? setAt) > setAt;
    if (this.own.decisionDeadline === null || !courses.some(stops)) return null;
    const own = this.ownFate(courses, stage);
    return own?.fate === "suspended" ? own.since : null;
  }

  private moveOwn(days: number): void {
    const { decisionDeadline } = this.own;
    this.own = { ...this.own, decisionDeadline: decisionDeadline && addDays(decisionDeadline, days, this.timezone) };
  }
}
