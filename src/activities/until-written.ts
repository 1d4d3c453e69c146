import { setTimeout as wait } from "node:timers/promises";
import { cancellationSignal } from "@temporalio/activity";
import { withHeartbeat } from "./heartbeat.js";

const pauseMs = 1_000;
/** With the attempt before it, less than a hand-over may take. */
const longestMs = 120_000;

/**
 * Writes down what the outside world has done, and tries again for two minutes, whatever it fails with: the database may be out of reach,
 * read-only or full. Nobody else knows it: the next attempt of the activity would do it a second time, or leave it uncertain.
 * @param write may be repeated, also where only its answer was lost
 */
export const untilWritten = <T>(write: () => Promise<T>): Promise<T> => withHeartbeat(trying(write));

async function trying<T>(write: () => Promise<T>): Promise<T> {
  const endsAt = performance.now() + longestMs;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (performance.now() > endsAt || cancellationSignal().aborted) throw error;
      await wait(pauseMs);
    }
  }
}
