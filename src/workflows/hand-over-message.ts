import { setCurrentDetails, sleep } from "@temporalio/workflow";
import type { HandOverOutcome } from "../activities/messages.js";
import { handOver, quick } from "./activities.js";

const minute = 60_000;
const dayMs = 24 * 60 * minute;
/** The waits after a temporary refusal; the last one repeats until a day is over. */
const waitsMs = [15_000, minute, 5 * minute, 15 * minute, 30 * minute, 60 * minute];

export type HandOverResult = Exclude<HandOverOutcome, { outcome: "deferred" }>;

/** Hands a message to its channel; temporary refusals and lost connections are tried again for a day, with growing waits. */
export async function handOverMessage(input: { organizationId: string; messageId: string }): Promise<HandOverResult> {
  const givesUpAt = Date.now() + dayMs;
  for (let attempt = 0; ; attempt++) {
    const result = await handOver.handOverMessage(input);
    if (result.outcome !== "deferred") return result;
    const waitMs = waitsMs[Math.min(attempt, waitsMs.length - 1)] as number;
    if (Date.now() + waitMs > givesUpAt) {
      await quick.giveUpMessage(input);
      return { outcome: "failed" };
    }
    setCurrentDetails(
      `The mail server did not take the message (attempt ${attempt + 1}); trying again in ${Math.round(waitMs / 1000)} s.`,
    );
    await sleep(waitMs);
  }
}
