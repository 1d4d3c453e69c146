import { dayMs } from "./time.js";
import type { ReminderKind } from "./vocabulary.js";

/** A date further away than this is only a row; a sweep gives it a workflow once it is nearer. */
export const horizonMs = 35 * dayMs;

/** How many days before its date each kind of reminder is told of, longest first. */
export const noticeDays: Readonly<Record<ReminderKind, readonly number[]>> = {
  deadline: [30, 15, 7, 3, 1],
  hearing: [30, 7, 3, 1],
  payment: [7],
  follow_up: [],
  generic: [],
};

/** Whether what must be told of a date comes within the horizon: its first notice, or else the date itself. */
export const isNear = (kind: ReminderKind, dueAt: Date, now: Date): boolean =>
  dueAt.getTime() - (noticeDays[kind][0] ?? 0) * dayMs - now.getTime() < horizonMs;
