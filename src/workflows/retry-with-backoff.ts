import { patched, setCurrentDetails, sleep } from "@temporalio/workflow";
import { dayMs, minuteMs } from "../domain/durations.js";
import type { WakeSignal } from "./watching.js";

/** The waits after temporary refusals. The last one is repeated until a day has passed. */
const waitsMs = [15_000, minuteMs, 5 * minuteMs, 15 * minuteMs, 30 * minuteMs, 60 * minuteMs];

interface Retrying {
  /** ends a wait early: what was in the way may be gone */
  wakeSignal?: WakeSignal | undefined;
  /** what happened, for the Temporal UI */
  deferred?: string;
}

/** Tries until the outcome is other than `deferred`, with growing waits, or longer ones that the outcome asks for, for a day. @returns null when the day has passed */
export async function retryWithBackoff<R extends { outcome: string; waitMs?: number }>(
  attempt: () => Promise<R>,
  { wakeSignal, deferred = "The server did not take the message" }: Retrying = {},
): Promise<Exclude<R, { outcome: "deferred" }> | null> {
  const givesUpAt = Date.now() + dayMs;
  for (let retries = 0; ; retries++) {
    const result = await attempt();
    if (result.outcome !== "deferred") return result as Exclude<R, { outcome: "deferred" }>;
    const waitMs = Math.max(waitsMs[Math.min(retries, waitsMs.length - 1)] as number, result.waitMs ?? 0);
    if (Date.now() + waitMs > givesUpAt) return null;
    setCurrentDetails(`${deferred} (attempt ${retries + 1}); trying again in ${Math.round(waitMs / 1000)} s.`);
    // Histories from before waits could be ended have no marker.
    if (wakeSignal && patched("wake-from-retry")) await wakeSignal.sleep(waitMs);
    else await sleep(waitMs);
  }
}
