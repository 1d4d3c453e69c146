import { Temporal } from "temporal-polyfill";
import { isHoliday } from "./holidays.js";

/** Working days after which people are told that someone waits for their reply. */
export const replyWorkingDays = 2;

/**
 * When a thread has waited for a reply for two working days: at the same time of day as it began to.
 * @param holidays the organization's own days, `MM-DD`
 */
export function replyDueAt(since: Date, timezone: string, holidays: readonly string[]): Date {
  let moment = Temporal.Instant.fromEpochMilliseconds(since.getTime()).toZonedDateTimeISO(timezone);
  for (let counted = 0; counted < replyWorkingDays; ) {
    moment = moment.add({ days: 1 });
    if (!isHoliday(moment.toPlainDate().toString(), holidays)) counted++;
  }
  return new Date(moment.epochMilliseconds);
}
