import { Temporal } from "temporal-polyfill";
import { dayMs, hourMs } from "./durations.js";

const localTime = (value: Date, timezone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(value.getTime()).toZonedDateTimeISO(timezone);

/** Three-letter time zones such as CET: Postgres either treats them as a fixed offset without summer time, or doesn't know them. */
export const zoneAbbreviation = /^(?!utc|gmt)[a-z]{3}$/i;

/** Whether a name is an IANA time zone that this machine knows; bare offsets such as `+01:00` are not. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Whether an instant is a midnight UTC, which stands for a whole day in every time zone. */
export const isMidnightUtc = (instant: Date): boolean => instant.getTime() % dayMs === 0;

/** Whether a day begins at an instant in `timezone`. */
export function isStartOfDay(instant: Date, timezone: string): boolean {
  const local = localTime(instant, timezone);
  return local.equals(local.startOfDay());
}

/** Whether an instant means a whole day: it is midnight UTC, or the start of a day in `timezone`. */
export const isWholeDay = (instant: Date, timezone: string): boolean =>
  isMidnightUtc(instant) || isStartOfDay(instant, timezone);

const hourNs = hourMs * 1_000_000;

/**
 * The day whose end an instant in the small hours was probably meant as: `2026-12-31T23:59:59Z` is 00:59 of the next day in Rome, and so
 * is a summer day's last minute written with the winter's `+01:00`. null for all other instants.
 */
export function dayMeantToEnd(instant: Date, timezone: string): string | null {
  const local = localTime(instant, timezone);
  const isLastMinute = local.minute === 59 && [0, 59].includes(local.second);
  const isMeant = isLastMinute && local.hour < local.offsetNanoseconds / hourNs;
  return isMeant ? local.toPlainDate().subtract({ days: 1 }).toString() : null;
}

/** The calendar day (`YYYY-MM-DD`) that an instant means: the UTC date of a midnight UTC, else the date in `timezone`. */
export const wholeDay = (instant: Date, timezone: string): string =>
  localTime(instant, isMidnightUtc(instant) ? "UTC" : timezone)
    .toPlainDate()
    .toString();

/** The instant at which the day that `instant` means begins in `timezone`. */
export const startOfDay = (instant: Date, timezone: string): Date =>
  atLocalTime(wholeDay(instant, timezone), "00:00", timezone);

/** The instant at which the day that `instant` means is over in `timezone`. */
export const endOfDay = (instant: Date, timezone: string): Date =>
  new Date(
    Temporal.PlainDate.from(wholeDay(instant, timezone)).add({ days: 1 }).toZonedDateTime(timezone).epochMilliseconds,
  );

/**
 * The midnight UTC that is before an instant while its day begins in `timezone` only then or later; null east of Greenwich, where a day
 * has begun by its midnight UTC. Ranges of instants would count a whole-day value at it to the day before.
 */
export function dayNotBegun(instant: Date, timezone: string): Date | null {
  const midnightUtc = new Date(Math.floor((instant.getTime() - 1) / dayMs) * dayMs);
  return startOfDay(midnightUtc, timezone) >= instant ? midnightUtc : null;
}

/** Whether a date value is before an instant, a whole-day value by the beginning of its day. */
export const isBefore = (value: Date, instant: Date, timezone: string): boolean =>
  value < instant && value.getTime() !== dayNotBegun(instant, timezone)?.getTime();

/** The instant of a local time (`08:30`) on a day (`YYYY-MM-DD`); a time that a clock change skips moves forward. */
export const atLocalTime = (day: string, time: string, timezone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: timezone, plainTime: time }).epochMilliseconds);

/** The local time of day at which notices are written, and reminders for a whole day fire. */
export const noticeTime = "08:30";

/** When a reminder fires: at 08:30 local where its `dueAt` is a whole day, else at `dueAt` itself. */
export const dueInstant = (dueAt: Date, timezone: string): Date =>
  isWholeDay(dueAt, timezone) ? atLocalTime(wholeDay(dueAt, timezone), noticeTime, timezone) : dueAt;

/** When a deadline is over: a whole day at its local end, any other deadline at its instant. */
export const passesAt = (value: Date, timezone: string): Date =>
  isWholeDay(value, timezone) ? endOfDay(value, timezone) : value;

/** Whether a deadline is over at `now`. */
export const hasPassed = (value: Date, now: Date, timezone: string): boolean =>
  // A day is never over before it begins, and calendars are slow.
  now >= value && now >= passesAt(value, timezone);

/** Calendar days from the local day of `now` to the day of a deadline; 0 on that day and after it. */
export const daysLeft = (deadline: Date, now: Date, timezone: string): number => {
  const today = localTime(now, timezone).toPlainDate();
  return Math.max(0, today.until(wholeDay(deadline, timezone), { largestUnit: "day" }).days);
};

const plainDay = (value: Date, timezone: string) => Temporal.PlainDate.from(wholeDay(value, timezone));

/** Calendar days from the day of one value to the day of another; negative if the second is earlier. */
export const daysBetween = (from: Date, to: Date, timezone: string): number =>
  plainDay(from, timezone).until(plainDay(to, timezone), { largestUnit: "day" }).days;

/** Calendar days that a value's day leaves of a deadline: where a day begins after its midnight UTC, `daysLeft` would count one more. */
export const daysLeftFrom = (value: Date, deadline: Date, timezone: string): number =>
  Math.max(0, daysBetween(value, deadline, timezone));

/** The day that many days after the value's day, as a whole-day value. */
export const addDays = (value: Date, days: number, timezone: string): Date =>
  new Date(plainDay(value, timezone).add({ days }).toString());
