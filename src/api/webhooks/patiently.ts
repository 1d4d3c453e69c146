import { setTimeout as wait } from "node:timers/promises";
import { isUnreachable } from "../../db/unreachable.js";

/** Less than the 15 s for which Twilio waits. */
const longestMs = 10_000;
const pauseMs = 500;

/** Tries until the database is back, as after its restart, or Twilio gives up waiting: it posts an SMS once, and nobody would see it. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const endsAt = Date.now() + longestMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isUnreachable(error) || Date.now() > endsAt) throw error;
      await wait(pauseMs);
    }
  }
}
