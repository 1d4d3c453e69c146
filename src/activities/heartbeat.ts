import { heartbeat } from "@temporalio/activity";

const heartbeatMs = 5_000;

/**
 * Sends heartbeats until `work` ends, so that Temporal knows that this worker is alive.
 * @param details what the next attempt is to know, if this one doesn't succeed
 */
export async function withHeartbeat<T>(work: Promise<T>, details?: unknown): Promise<T> {
  const timer = setInterval(() => heartbeat(details), heartbeatMs);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
