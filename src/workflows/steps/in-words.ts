/**
 * An instant as a person reads it in the Temporal UI, in the organization's time zone: `1 December 2026 at 08:30 (Europe/Rome)`.
 * @param timezone IANA zone; older workflow histories lack it and show UTC
 */
export function inWords(epochMs: number, timezone = "UTC"): string {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: timezone });
  return `${format.format(epochMs)} (${timezone})`;
}

/** The instant at which something ends; midnight becomes the end of the day before: `the end of 30 November 2026 (Europe/Rome)`. */
export function endInWords(epochMs: number, timezone = "UTC"): string {
  const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: timezone });
  if (clock.format(epochMs) !== "00:00") return inWords(epochMs, timezone);
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: timezone });
  return `the end of ${day.format(epochMs - 1)} (${timezone})`;
}
