import { patched, setCurrentDetails, sleep } from "@temporalio/workflow";
import { dayMs, minuteMs } from "../../domain/calendar/durations.js";
import type { WakeSignal } from "./watching.js";

/** The waits after temporary refusals. The last one is repeated until a day has passed. */
const waitsMs = [15_000, minuteMs, 5 * minuteMs, 15 * minuteMs, 30 * minuteMs, 60 * minuteMs];

interface Retrying {
  /** ends a wait early: what was in the way may be gone */
  wakeSignal?: WakeSignal | undefined;
  /** what happened, for the Temporal UI */
  deferred?: string;
}

interface Outcome {
  outcome: string;
  waitMs?: number;
  /** what is to be tried waits for something else, for `waitMs` at most: this was no attempt */
  isBehind?: true;
}

/** Tries until the outcome is other than `deferred`, with growing waits, or longer ones that the outcome asks for, for a day. @returns null when the day has passed */
export async function retryWithBackoff<R extends Outcome>(
  attempt: () => Promise<R>,
  { wakeSignal, deferred = "The server did not take the message" }: Retrying = {},
): Promise<Exclude<R, { outcome: "deferred" }> | null> {
  const givesUpAt = Date.now() + dayMs;
  for (let attempts = 0; ; ) {
    const result = await attempt();
    if (result.outcome !== "deferred") return result as Exclude<R, { outcome: "deferred" }>;
    if (!result.isBehind) attempts++;
    const backoffMs = result.isBehind ? 0 : (waitsMs[Math.min(attempts, waitsMs.length) - 1] as number);
    const waitMs = Math.max(backoffMs, result.waitMs ?? 0);
    if (Date.now() + waitMs > givesUpAt) return null;
    setCurrentDetails(
      result.isBehind
        ? "Waiting for an earlier message of the same chat."
        : `${deferred} (attempt ${attempts}); trying again in ${Math.round(waitMs / 1000)} s.`,
    );
    // Histories from before waits could be ended have no marker.
    if (wakeSignal && patched("wake-from-retry")) await wakeSignal.sleep(waitMs);
    else await sleep(waitMs);
  }
}
