import { Temporal } from "temporal-polyfill";
import { isHoliday } from "./holidays.js";
import { atLocalTime } from "./time.js";

/** Working days after which people are notified that a thread waits for their reply. */
const replyWorkingDays = 2;

/**
 * The moment at which a thread has waited two working days for a reply, at the time of day at which it began to wait.
 * @param holidays the organization's own days, `MM-DD`
 */
export function replyDueAt(since: Date, timezone: string, holidays: readonly string[]): Date {
  const began = Temporal.Instant.fromEpochMilliseconds(since.getTime()).toZonedDateTimeISO(timezone);
  let day = began.toPlainDate();
  // An organization could declare every day a holiday.
  for (let counted = 0, tries = 0; counted < replyWorkingDays && tries < 366; tries++) {
    day = day.add({ days: 1 });
    if (!isHoliday(day.toString(), holidays)) counted++;
  }
  return atLocalTime(day.toString(), began.toPlainTime().toString(), timezone);
}
