import { Temporal } from "temporal-polyfill";
import { workingDayUpTo } from "./holidays.js";
import { noticeDays } from "./horizon.js";
import { atLocalTime, dueInstant, wholeDay } from "./time.js";
import type { ReminderKind } from "./vocabulary.js";

/** When people are told of what lies ahead. */
export const noticeTime = "08:30";

export interface PlannedNotice {
  /** e.g. `7 days`: each is told once for a date */
  name: string;
  at: Date;
}

/**
 * The notices that come before a date, earliest first: at 08:30 local, on the last working day up to the day that is so many days
 * before. What was past when the date was set is left out, and of two at the same moment the one with more days stands.
 * @param createdAt when the date was set
 * @param holidays the organization's own days, `MM-DD`
 */
export function noticePlan(
  kind: ReminderKind,
  dueAt: Date,
  createdAt: Date,
  timezone: string,
  holidays: readonly string[],
): PlannedNotice[] {
  const lastDay = Temporal.PlainDate.from(wholeDay(dueAt, timezone));
  const due = dueInstant(dueAt, timezone);
  const plan: PlannedNotice[] = [];
  for (const days of noticeDays[kind]) {
    const day = lastDay.subtract({ days }).toString();
    if (atLocalTime(day, noticeTime, timezone) <= createdAt) continue;
    const at = atLocalTime(workingDayUpTo(day, holidays), noticeTime, timezone);
    const isKnown = plan.at(-1)?.at.getTime() === at.getTime();
    if (at > createdAt && at < due && !isKnown) plan.push({ name: days === 1 ? "1 day" : `${days} days`, at });
  }
  return plan;
}

/**
 * The notice that is to be told next: the latest of those whose moment has come and that wasn't told yet (what an outage made late
 * is told once, not in a row), else the first ahead; null where none is left.
 * @param isTold whether a notice of this name was written before
 * @param toldUpTo epoch ms up to which notices were dealt with
 */
export function nextNotice(
  plan: readonly PlannedNotice[],
  { at, toldUpTo, isTold }: { at: number; toldUpTo: number; isTold: (name: string) => boolean },
): PlannedNotice | null {
  const late = plan.findLast((notice) => notice.at.getTime() <= at);
  if (late && late.at.getTime() > toldUpTo && !isTold(late.name)) return late;
  return plan.find((notice) => notice.at.getTime() > at) ?? null;
}
