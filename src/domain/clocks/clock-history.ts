import type { Filing, Own } from "./clock-facts.js";
import { ClockReplay, type Effect } from "./clock-replay.js";
import { type OutcomeAndClock, recordedAt } from "./outcomes.js";

/** The computed state of a project's clocks. */
export interface History {
  own: Own;
  isOwnRunning: boolean;
  /** by submission: the clock without an outcome, then after each outcome, each as it stood until the next */
  states: ReadonlyMap<string, readonly OutcomeAndClock[]>;
  /** by integration */
  effects: ReadonlyMap<string, Effect>;
}

/** Computes all clocks of a project from its records, in their order. Nothing is ever undone: after a correction it's all computed again. */
export function historyOf(
  own: Own,
  filings: readonly Filing[],
  { timezone, now }: { timezone: string; now: Date },
): History {
  const integrations = filings.flatMap(({ id, integration }) => (integration ? [id] : []));
  const replay = new ClockReplay(own, new Set(integrations), timezone, now);
  for (const event of filings.flatMap(eventsOf).sort((a, b) => a.at - b.at || a.rank - b.rank)) event.happensTo(replay);
  const states = replay.courses.map(({ filing, before, clock }) => [filing.id, [...before, clock]] as const);
  return {
    own: replay.own,
    isOwnRunning: replay.ownFate() === null,
    states: new Map(states),
    effects: replay.effects,
  };
}

interface Event {
  at: number;
  /** the order of events at the same moment */
  rank: number;
  happensTo(replay: ClockReplay): void;
}

function eventsOf(filing: Filing): Event[] {
  const { id, createdAt, states, integration } = filing;
  let last = createdAt.getTime();
  const events: Event[] = [{ at: last, rank: 0, happensTo: (replay) => replay.file(filing) }];
  for (const state of states.slice(1)) {
    last = Math.max(last, recordedAt(state)?.getTime() ?? 0);
    events.push({ at: last, rank: 1, happensTo: (replay) => replay.answer(id, state) });
  }
  if (integration)
    events.push({ at: +integration.at, rank: 2, happensTo: (replay) => replay.integrate(filing, integration) });
  return events;
}
