import { setTimeout as wait } from "node:timers/promises";
import { isUnreachable } from "../../db/unreachable.js";

/** With the last attempt, which may take 5 s to connect, less than the 15 s for which Twilio waits. */
const longestMs = 9_000;
const pauseMs = 500;
/** Each holds a body whose sender isn't known yet. */
const mostWaiting = 100;
let waiting = 0;

/**
 * Tries until the database is back, as after its restart, or Twilio gives up waiting: it posts an SMS once, and nobody would see it.
 * @param work finds by itself what an earlier attempt has done
 */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const endsAt = performance.now() + longestMs;
  try {
    return await work();
  } catch (error) {
    if (!isUnreachable(error) || waiting >= mostWaiting) throw error;
  }
  waiting++;
  return again(work, endsAt).finally(() => waiting--);
}

async function again<T>(work: () => Promise<T>, endsAt: number): Promise<T> {
  for (;;) {
    await wait(pauseMs);
    try {
      return await work();
    } catch (error) {
      if (!isUnreachable(error) || performance.now() > endsAt) throw error;
    }
  }
}
