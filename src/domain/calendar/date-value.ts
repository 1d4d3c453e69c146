import { Temporal } from "temporal-polyfill";
import { isTimezone } from "./time.js";

const isoDate = /^\d{4}-\d{2}-\d{2}$/;
const isoDateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:[0-5]\d([.,]\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)?$/i;
/** Also true of a date alone, judged by its day. */
const hasOffset = /(Z|[+-]\d{2}(:?\d{2})?)$/i;
const firstYear = 1900;
const lastYear = 2200;
/** The first and the last instant that epoch milliseconds may mean. A text may have the years of both, in whatever time zone. */
export const firstDateMs = Date.UTC(firstYear, 0);
export const lastDateMs = Date.UTC(lastYear + 1, 0) - 1;

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

/** Whether a date value means the same in every time zone: numbers and date-times with an offset do. */
const hasOwnZone = (value: string | number): boolean => typeof value === "number" || hasOffset.test(value);

/** Whether a value is a date value whatever the time zone. For request schemas, which don't know the organization's zone. */
export const isDateValue = (value: unknown): value is string | number =>
  (typeof value === "string" || typeof value === "number") &&
  parseDateValue(value, "Etc/GMT+12") !== null &&
  (hasOwnZone(value) || parseDateValue(value, "Etc/GMT-14") !== null);

/** The form of a date value, in words. */
const dateFormat = "ISO 8601 date or date-time, or epoch milliseconds";
const years = `from ${firstYear} to ${lastYear}`;
const noDate = `must be an ${dateFormat}, ${years}, such as 2026-12-31`;

/**
 * What is wrong with a value that isn't a date value, worded for its sender. A day that doesn't exist and an implausible year are typing
 * errors, and are told apart from a value that doesn't have the form of a date.
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
