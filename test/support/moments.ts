import type { TestWorkflowEnvironment } from "@temporalio/testing";

/** When the timers fired, by the flying clock, after which a run had these activities done; in order. */
export async function moments(
  { client }: TestWorkflowEnvironment,
  workflowId: string,
  ...activities: string[]
): Promise<Date[]> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  const found: Date[] = [];
  let fired = new Date(0);
  for (const { timerFiredEventAttributes, activityTaskScheduledEventAttributes: scheduled, eventTime } of events ??
    []) {
    // Between the timer and the activity others may have let time fly.
    if (timerFiredEventAttributes)
      fired = new Date(Number(eventTime?.seconds) * 1_000 + Math.floor((eventTime?.nanos ?? 0) / 1e6));
    if (activities.includes(scheduled?.activityType?.name ?? "")) found.push(fired);
  }
  return found;
}

/** A moment by the clock of a zone: `2027-03-27 08:30`. */
export const localTime = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone }).format(moment);
