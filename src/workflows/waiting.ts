/** No timer is longer: whoever waits for longer looks at its row in between. */
export const longestWaitMs = 365 * 24 * 60 * 60 * 1000;

/**
 * A moment as a person reads it in the Temporal UI, by the clock of the firm: `1 December 2026 at 08:30 (Europe/Rome)`.
 * @param timezone IANA zone; runs from before it was known say UTC
 */
export function inWords(epochMs: number, timezone = "UTC"): string {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: timezone });
  return `${format.format(epochMs)} (${timezone})`;
}
