import { createRequire } from "node:module";
import { Temporal } from "temporal-polyfill";

// The library takes 70 ms to load, so it is loaded on first use.
const require = createRequire(import.meta.url);
let italy: { getHolidays(year: number): { date: string }[] } | undefined;
const byYear = new Map<string, ReadonlySet<string>>();

/** The public holidays of the whole of Italy in a year (L. 260/1949; 4 October again from 2026, L. 151/2025), as days `YYYY-MM-DD`. */
function nationalHolidays(year: string): ReadonlySet<string> {
  const known = byYear.get(year);
  if (known) return known;
  if (!italy) {
    const Holidays = require("date-holidays") as typeof import("date-holidays").default;
    italy = new Holidays("IT", { types: ["public"] });
  }
  const days = new Set(italy.getHolidays(Number(year)).map(({ date }) => date.slice(0, 10)));
  byYear.set(year, days);
  return days;
}

/** Whether a text is a day of the year, in the form of an organization's own holidays: `06-24`. */
export const isMonthDay = (text: string): boolean => {
  const [, month, day] = /^(\d{2})-(\d{2})$/.exec(text) ?? [];
  return (
    Number(month) >= 1 &&
    Number(month) <= 12 &&
    Number(day) >= 1 &&
    Number(day) <= new Date(Date.UTC(2028, Number(month), 0)).getUTCDate()
  );
};

/** Whether a day (`YYYY-MM-DD`) is a Sunday, an Italian public holiday or one of the organization's own `MM-DD` days. Saturdays aren't holidays. */
export const isHoliday = (day: string, ownHolidays: readonly string[] = []): boolean =>
  Temporal.PlainDate.from(day).dayOfWeek === 7 ||
  nationalHolidays(day.slice(0, 4)).has(day) ||
  ownHolidays.includes(day.slice(5));

function skipHolidays(day: string, step: 1 | -1, ownHolidays: readonly string[]): string {
  let date = Temporal.PlainDate.from(day);
  // An organization could declare every day a holiday.
  for (let tries = 0; tries < 366 && isHoliday(date.toString(), ownHolidays); tries++) date = date.add({ days: step });
  return date.toString();
}

/** The day itself, or the first day after it that isn't a holiday. For legal terms, which an organization's own holidays don't move. */
export const workingDayFrom = (day: string): string => skipHolidays(day, 1, []);

/** The day itself, or the last day before it that isn't a holiday. For notices, which must not come late. */
export const workingDayUpTo = (day: string, ownHolidays: readonly string[] = []): string =>
  skipHolidays(day, -1, ownHolidays);
