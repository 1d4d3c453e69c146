import { setCurrentDetails, sleep } from "@temporalio/workflow";
import { dayMs } from "../domain/durations.js";

const minute = 60_000;
/** The waits after a temporary refusal; the last one repeats until a day is over. */
const waitsMs = [15_000, minute, 5 * minute, 15 * minute, 30 * minute, 60 * minute];

/** Tries until something other than `deferred` comes of it, with growing waits, for a day. @returns null when that is over */
export async function retryWithBackoff<R extends { outcome: string }>(
  attempt: () => Promise<R>,
): Promise<Exclude<R, { outcome: "deferred" }> | null> {
  const givesUpAt = Date.now() + dayMs;
  for (let n = 0; ; n++) {
    const result = await attempt();
    if (result.outcome !== "deferred") return result as Exclude<R, { outcome: "deferred" }>;
    const waitMs = waitsMs[Math.min(n, waitsMs.length - 1)] as number;
    if (Date.now() + waitMs > givesUpAt) return null;
    setCurrentDetails(
      `The mail server did not take the message (attempt ${n + 1}); trying again in ${Math.round(waitMs / 1000)} s.`,
    );
    await sleep(waitMs);
  }
}
