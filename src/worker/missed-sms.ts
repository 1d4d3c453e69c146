import { randomUUID } from "node:crypto";
import { atIntervals } from "../at-intervals.js";
import { lookForMissedSms, lookMs, type SmsParts } from "../channels/reader/missed-sms.js";

/** Asks Twilio at once, and every few minutes, for SMS that nobody was there to take. */
export function keepTakingMissedSms(parts: SmsParts): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const holder = randomUUID();
  const look = () => lookForMissedSms(parts, holder, stopping.signal);
  const [first, looks] = [look(), atIntervals(look, lookMs)];
  return {
    async stop() {
      stopping.abort();
      await Promise.all([first, looks.stop()]);
    },
  };
}
