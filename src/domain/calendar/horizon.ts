import type { ReminderKind } from "../vocabulary.js";
import { dayMs } from "./durations.js";

/** Dates further away than this have no workflow yet; a sweep starts one when they come nearer. */
export const horizonMs = 35 * dayMs;

/** How many days before the date of each kind of reminder people are notified, longest first. */
export const noticeDays: Readonly<Record<ReminderKind, readonly number[]>> = {
  deadline: [30, 15, 7, 3, 1],
  hearing: [30, 7, 3, 1],
  payment: [7],
  follow_up: [],
  generic: [],
};

/** Whether the first notice of a date, or the date itself where it has none, lies within the horizon. */
export const isNear = (kind: ReminderKind, dueAt: Date, now: Date): boolean =>
  dueAt.getTime() - (noticeDays[kind][0] ?? 0) * dayMs - now.getTime() < horizonMs;
