import type { Project } from "../../db/entities/project.js";
import type { KeptOutcome, OutcomeAndClock } from "../../domain/outcomes.js";
import { addDays } from "../../domain/time.js";
import type { ActionContext } from "../context.js";
import { stateAt } from "./submission-clock.js";

/**
 * The clock that an integration had let go on, where the given outcome suspended it again: the days that remained then were counted from
 * the integration too.
 * @param earlier the outcomes before, oldest first
 * @returns null where it is no such outcome
 */
export function goneOnBefore(
  { outcome, continuedBy, remainingDays }: OutcomeAndClock,
  earlier: readonly KeptOutcome[],
  integrationId: string,
): { endsAt: Date; deadlineBefore: Date; remainingDays: number } | null {
  const last = earlier.at(-1);
  if (outcome !== "suspended" || remainingDays === null || continuedBy === integrationId) return null;
  if (last?.continuedBy !== integrationId || last.clockState === "closed") return null;
  if (last.decisionDeadline === null || last.deadlineBefore === null || last.remainingDays === null) return null;
  const [endsAt, deadlineBefore] = [new Date(last.decisionDeadline), new Date(last.deadlineBefore)];
  return { endsAt, deadlineBefore, remainingDays: last.remainingDays };
}

/** A clock that was suspended at another end and with other days left; if it has gone on since with these days, it ends on another day. */
export function suspendedWith(
  ctx: ActionContext,
  project: Project,
  clock: OutcomeAndClock,
  { endsAt, remainingDays }: { endsAt: Date; remainingDays: number },
): Partial<OutcomeAndClock> {
  const { clockState, decisionDeadline, deadlineBefore, remainingDays: kept } = clock;
  if (deadlineBefore === null || decisionDeadline === null) return { decisionDeadline: endsAt, remainingDays };
  // A permesso di costruire has begun anew, whatever remained.
  const later = project.type === "permesso_di_costruire" ? 0 : remainingDays - (kept ?? 0);
  const goneOnTo = addDays(decisionDeadline, later, ctx.caller.timezone);
  const state = clockState === "closed" ? {} : stateAt(ctx, clock, goneOnTo);
  return { ...state, decisionDeadline: goneOnTo, deadlineBefore: endsAt, remainingDays };
}
