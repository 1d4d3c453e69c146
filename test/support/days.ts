import { dayMs } from "../../src/domain/calendar/durations.js";

/** Today in Rome, where the tests' organizations are: `2027-03-27`. For an hour or two of each night it isn't the day in UTC. */
export const today = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Rome" }).format();

/** Midnight UTC of the day so many days from today: a whole day. */
export const day = (days: number): string => new Date(Date.parse(today) + days * dayMs).toISOString();

/** The moment so many days from now. */
export const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();
