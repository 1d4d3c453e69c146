import { Temporal } from "temporal-polyfill";
import { dayMs } from "./durations.js";

const isoDate = /^\d{4}-\d{2}-\d{2}$/;
const isoDateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:[0-5]\d([.,]\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)?$/i;
/** Also holds for a date alone, by its day. */
const hasOffset = /(Z|[+-]\d{2}(:?\d{2})?)$/i;
const firstYear = 1900;
const lastYear = 2200;
/** The first and the last instant that epoch milliseconds may mean. A text may have the years of both, in whatever time zone. */
export const firstDateMs = Date.UTC(firstYear, 0);
export const lastDateMs = Date.UTC(lastYear + 1, 0) - 1;

const asInstant = (value: Date): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(value.getTime());
const localTime = (value: Date, timezone: string): Temporal.ZonedDateTime =>
  asInstant(value).toZonedDateTimeISO(timezone);

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

function textToMs(text: string, timezone: string): number {
  if (isoDate.test(text)) return Temporal.PlainDate.from(text).toZonedDateTime("UTC").epochMilliseconds;
  if (!isoDateTime.test(text)) return Number.NaN;
  const [, time = ""] = text.split(/T/i);
  if (hasOffset.test(time)) return Temporal.Instant.from(text).epochMilliseconds;
  return Temporal.PlainDateTime.from(text).toZonedDateTime(timezone).epochMilliseconds;
}

/**
 * Reads a date value: an ISO 8601 date (midnight UTC), a date-time (in `timezone` where it has no offset) or epoch milliseconds.
 * @returns the instant; null for any other text, for dates that don't exist (`2027-02-31`) and outside the years 1900 to 2200
 */
export function parseDateValue(value: string | number, timezone: string): Date | null {
  let ms: number;
  try {
    ms = typeof value === "number" ? Math.trunc(value) : textToMs(value, timezone);
  } catch (error) {
    if (error instanceof RangeError && isTimezone(timezone)) return null;
    throw error;
  }
  return isBetweenTheYears(value, ms) ? new Date(ms) : null;
}

function isBetweenTheYears(value: string | number, ms: number): boolean {
  if (typeof value === "number") return ms >= firstDateMs && ms <= lastDateMs;
  const year = Number(value.slice(0, 4));
  return !Number.isNaN(ms) && year >= firstYear && year <= lastYear;
}

/** Midnight UTC of a day (`YYYY-MM-DD`); null for any other text, and for days that don't exist. */
export const parseDay = (text: string): Date | null => (isoDate.test(text) ? parseDateValue(text, "UTC") : null);

/** Whether a date value means the same in every time zone: a number, a date and a time with an offset do. */
const hasOwnZone = (value: string | number): boolean => typeof value === "number" || hasOffset.test(value);

/** Whether a value is a date value whatever the time zone. For request schemas, which don't know the organization's zone. */
export const isDateValue = (value: unknown): value is string | number =>
  (typeof value === "string" || typeof value === "number") &&
  parseDateValue(value, "Etc/GMT+12") !== null &&
  (hasOwnZone(value) || parseDateValue(value, "Etc/GMT-14") !== null);

/** The form of a date value, in words. */
export const dateFormat = "ISO 8601 date or date-time, or epoch milliseconds";
const years = `from ${firstYear} to ${lastYear}`;
const noDate = `must be an ${dateFormat}, ${years}, such as 2026-12-31`;

/**
 * What is wrong with a value that is no date value, for its sender. A day that doesn't exist and a year that nobody means are slips of
 * the pen, told apart from what hasn't the form of a date.
 */
export function dateFault(value: unknown): string {
  if (typeof value === "number") return `must have a year ${years}`;
  const [, day, year, month] = (typeof value === "string" && /^((\d{4})-(\d{2})-\d{2})(?:T|$)/i.exec(value)) || [];
  if (day === undefined) return noDate;
  if (Number(year) < firstYear || Number(year) > lastYear) return `must have a year ${years}, not ${year}`;
  if (parseDay(day)) return noDate;
  const isMonth = Number(month) >= 1 && Number(month) <= 12;
  const reason = isMonth
    ? `that month has ${Temporal.PlainYearMonth.from(`${year}-${month}`).daysInMonth} days`
    : `there is no month ${month}`;
  return `must be a day that exists: ${day} doesn't, since ${reason}`;
}

export const isMidnightUtc = (instant: Date): boolean => instant.getTime() % dayMs === 0;

/** Whether an instant means a whole day: it is midnight UTC, or the start of a day in `timezone`. */
export function isWholeDay(instant: Date, timezone: string): boolean {
  if (isMidnightUtc(instant)) return true;
  const local = localTime(instant, timezone);
  return local.equals(local.startOfDay());
}

const hourNs = 3_600_000_000_000;

/**
 * The day whose end is probably meant by an instant of the small hours: `2026-12-31T23:59:59Z` is 00:59 of the next day in Rome, and so
 * is a summer's last minute written with the winter's `+01:00`. null for all other instants.
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

/** When a deadline is over: that of a whole day at the local end of the day, any other at its instant. */
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

/** Calendar days from the day of one value to that of another; negative where that is earlier. */
export const daysBetween = (from: Date, to: Date, timezone: string): number =>
  plainDay(from, timezone).until(plainDay(to, timezone), { largestUnit: "day" }).days;

/** The day so many days after that of a value, as a whole-day value. */
export const addDays = (value: Date, days: number, timezone: string): Date =>
  new Date(plainDay(value, timezone).add({ days }).toString());

/** For example `21 novembre 2026`, with the local time where the value isn't a whole day. */
export function italianDate(value: Date, timezone: string): string {
  const whole = isWholeDay(value, timezone);
  const options: Intl.DateTimeFormatOptions = { dateStyle: "long", ...(whole ? {} : { timeStyle: "short" }) };
  return new Intl.DateTimeFormat("it-IT", { ...options, timeZone: isMidnightUtc(value) ? "UTC" : timezone }).format(
    value,
  );
}

const beforeVowels = { il: "l'", al: "all'", Dal: "Dall'", del: "dell'" };

/** A date with the article before it: `del 9 novembre 2026`, but `dell'8 novembre 2026`. @param date begins with the number of its day */
export const withArticle = (article: keyof typeof beforeVowels, date: string): string =>
  /^(?:8|11)(?!\d)/.test(date) ? `${beforeVowels[article]}${date}` : `${article} ${date}`;

/** The local time, for example `15:42`. */
export const italianTime = (value: Date, timezone: string): string =>
  new Intl.DateTimeFormat("it-IT", { timeStyle: "short", timeZone: timezone }).format(value);

/** The day that a value means, for example `21 novembre 2026`. */
export const italianDay = (value: Date, timezone: string): string =>
  italianDate(new Date(wholeDay(value, timezone)), timezone);
