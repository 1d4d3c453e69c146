import type { HandOverOutcome } from "../activities/messages.js";
import { handOver, quick } from "./activities.js";
import { patiently } from "./patiently.js";

export type HandOverResult = Exclude<HandOverOutcome, { outcome: "deferred" }>;

/** Hands a message to its channel; temporary refusals and lost connections are tried again for a day, with growing waits. */
export async function handOverMessage(input: { organizationId: string; messageId: string }): Promise<HandOverResult> {
  const result = await patiently(() => handOver.handOverMessage(input));
  if (result) return result;
  await quick.giveUpMessage(input);
  return { outcome: "failed" };
}
