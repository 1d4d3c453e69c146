import { dayMs } from "../domain/durations.js";

/** No timer is longer: whoever waits for longer looks at its row in between. */
export const longestWaitMs = 365 * dayMs;

/**
 * A moment as a person reads it in the Temporal UI, by the clock of the organization: `1 December 2026 at 08:30 (Europe/Rome)`.
 * @param timezone IANA zone; runs from before it was known say UTC
 */
export function inWords(epochMs: number, timezone = "UTC"): string {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: timezone });
  return `${format.format(epochMs)} (${timezone})`;
}

/** The moment at which something is over, as a person says it: `the end of 30 November 2026 (Europe/Rome)` where that is midnight. */
export function endInWords(epochMs: number, timezone = "UTC"): string {
  const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: timezone });
  if (clock.format(epochMs) !== "00:00") return inWords(epochMs, timezone);
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: timezone });
  return `the end of ${day.format(epochMs - 1)} (${timezone})`;
}
