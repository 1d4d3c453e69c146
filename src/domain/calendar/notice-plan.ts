import { Temporal } from "temporal-polyfill";
import type { ReminderKind } from "../vocabulary.js";
import { workingDayUpTo } from "./holidays.js";
import { noticeDays } from "./horizon.js";
import { atLocalTime, dueInstant, noticeTime, wholeDay } from "./time.js";

export interface PlannedNotice {
  /** such as `7 days`; each name is written at most once per date */
  name: string;
  at: Date;
}

/**
 * The notices that come before a date, earliest first: each at 08:30 local time, so many days before the date, or on the last working
 * day before that. Notices that were already past when the date was set are left out; of two at the same moment the one with more days
 * stays.
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
 * The notice to write next: the latest one that is due and not written yet, else the first one ahead; null where none is left. Of
 * several that are late after an outage, only the latest is written.
 * @param handledUpTo epoch ms up to which due notices were written or passed over
 * @param wasWritten whether a notice of this name was written before
 */
export function nextNotice(
  plan: readonly PlannedNotice[],
  { at, handledUpTo, wasWritten }: { at: number; handledUpTo: number; wasWritten: (name: string) => boolean },
): PlannedNotice | null {
  const late = plan.findLast((notice) => notice.at.getTime() <= at);
  if (late && late.at.getTime() > handledUpTo && !wasWritten(late.name)) return late;
  return plan.find((notice) => notice.at.getTime() > at) ?? null;
}

/** Whether a notice of this name is planned and due. Checked again just before it is written, because the date may have been moved. */
export const isPlanned = (plan: readonly PlannedNotice[], name: string, at: number): boolean =>
  plan.some((notice) => notice.name === name && notice.at.getTime() <= at);
