import { activityInfo, heartbeat } from "@temporalio/activity";
import { withHeartbeat } from "./heartbeat.js";

/** What the heartbeats of an attempt tell the next one. */
interface Tried {
  /** attempts that failed, or ended with a worker that was killed */
  tries: number;
}

/** How many attempts of this activity were counted before this one. */
export const triesBefore = (): number => (activityInfo().heartbeatDetails as Tried | undefined)?.tries ?? 0;

/** Tells the next attempt how many before it count. */
export const countTries = (tries: number): void => heartbeat({ tries } satisfies Tried);

/** Counts this attempt, then works, with heartbeats: a worker may be killed over it, and then nothing else is known of it. */
export function counted<T>(work: () => Promise<T>): Promise<T> {
  const tries = triesBefore() + 1;
  countTries(tries);
  return withHeartbeat(work(), { tries } satisfies Tried);
}
