import type { WatchReminderInput } from "../contracts/watch-reminder.js";
import { byWorkflow } from "../db/audit.js";
import { Document } from "../db/entities/document.js";
import { Message } from "../db/entities/message.js";
import { Reminder } from "../db/entities/reminder.js";
import { Submission } from "../db/entities/submission.js";
import { transact } from "../db/transact.js";
import { UnitOfWork } from "../db/unit-of-work.js";
import { isPlanned, nextNotice, noticePlan, type PlannedNotice } from "../domain/calendar/notice-plan.js";
import { dueInstant } from "../domain/calendar/time.js";
import { followUpEnded, withLine } from "../domain/messages/follow-up.js";
import { nameForDate } from "../domain/messages/notice-names.js";
import type { Dependencies } from "./dependencies.js";
import { atDate, reminderNotice } from "./notices/reminder-notices.js";
import { writeNotices, writingTime, writtenNotices } from "./notices/write-notices.js";

export type ReminderLook =
  | { state: "closed" }
  /** the clock of its decision deadline is suspended; a signal will come when that changes */
  | { state: "suspended" }
  /**
   * The next notice and when to write it. `notice` is null for the date itself, which comes at `due`. `at` and `due` are epoch ms,
   * `timezone` is the organization's, `projectId` the reminder's; older histories lack `due` and these.
   */
  | { state: "waiting"; at: number; notice: string | null; due?: number; timezone?: string; projectId?: string | null };

export const createReminderActivities = (deps: Dependencies) => ({
  /**
   * The next notice of a reminder. A deleted reminder counts as closed.
   * @param at the workflow's time, epoch ms
   * @param toldUpTo epoch ms up to which the workflow has handled notices
   */
  async lookAtReminder({
    organizationId,
    reminderId,
    at,
    toldUpTo,
  }: WatchReminderInput & { at: number; toldUpTo: number }): Promise<ReminderLook> {
    const unit = new UnitOfWork(deps.database);
    const reminder = await unit.find(Reminder, organizationId, reminderId);
    if (!reminder || !isWatched(reminder)) return { state: "closed" };
    if (await isSuspended(unit, reminder)) return { state: "suspended" };
    const { timezone } = await unit.organization(organizationId);
    const due = dueInstant(reminder.dueAt, timezone).getTime();
    const plan = await planOf(unit, reminder);
    const written = plan.length === 0 ? [] : await unit.all(Message, { organizationId, reminderId });
    const wasWritten = (name: string) => written.some((message) => message.notice === noticeName(reminder, name));
    const next = at < due ? nextNotice(plan, { at, handledUpTo: toldUpTo, wasWritten }) : null;
    const { projectId } = reminder;
    return { state: "waiting", at: next?.at.getTime() ?? due, notice: next?.name ?? null, due, timezone, projectId };
  },

  /**
   * Writes a notice before a reminder's date. Each notice is written once, and none that the date has overtaken.
   * @param at the workflow's time, epoch ms
   * @returns its messages, also if an attempt before wrote them whose answer was lost: if the reminder was closed then, they must not stay queued
   */
  async tellAhead({
    organizationId,
    reminderId,
    notice,
    at,
  }: WatchReminderInput & { notice: string; at: number }): Promise<{ messageIds: string[] }> {
    return transact(deps.database, byWorkflow(organizationId, "tell_reminder"), async (unit) => {
      const reminder = await unit.find(Reminder, organizationId, reminderId);
      if (!reminder) return { messageIds: [] };
      const about = { organizationId, reminderId };
      const name = noticeName(reminder, notice);
      const { timezone } = await unit.organization(organizationId);
      const moment = writingTime(unit, at);
      const isToCome =
        reminder.status === "pending" &&
        moment < dueInstant(reminder.dueAt, timezone) &&
        !(await isSuspended(unit, reminder));
      if (!isToCome || !isPlanned(await planOf(unit, reminder), notice, at))
        return { messageIds: await writtenNotices(unit, about, name) };
      const { text, addresses } = await reminderNotice(unit, reminder, name, moment);
      return { messageIds: await writeNotices(unit, deps.config, about, text, addresses) };
    });
  },

  /**
   * Makes a reminder due and writes its notice, once. A follow-up whose document is no longer issued is cancelled instead.
   * @param at the workflow's time, epoch ms; a reminder that was moved to a later date is left unchanged
   * @returns its messages, as `tellAhead` does
   */
  async fireReminder({
    organizationId,
    reminderId,
    at,
  }: WatchReminderInput & { at?: number }): Promise<{ isOpen: boolean; messageIds: string[] }> {
    return transact(deps.database, byWorkflow(organizationId, "fire_reminder"), async (unit) => {
      const reminder = await unit.find(Reminder, organizationId, reminderId);
      if (!reminder) return { isOpen: false, messageIds: [] };
      const about = { organizationId, reminderId };
      const name = noticeName(reminder, atDate);
      if (!reminder.isOpen || (await isSuspended(unit, reminder)))
        return { isOpen: false, messageIds: await writtenNotices(unit, about, name) };
      if (reminder.status === "pending" && at !== undefined) {
        const { timezone } = await unit.organization(organizationId);
        if (dueInstant(reminder.dueAt, timezone).getTime() > at) return { isOpen: false, messageIds: [] };
      }
      if (reminder.documentId && reminder.status === "pending") {
        const document = await unit.find(Document, organizationId, reminder.documentId);
        if (document && document.status !== "issued") {
          unit.update(reminder, {
            status: "cancelled",
            notes: withLine(reminder.notes, followUpEnded(document.status)),
            closedByClock: true,
          });
          return { isOpen: false, messageIds: [] };
        }
      }
      if (reminder.status === "pending") unit.update(reminder, { status: "due", firedAt: unit.now });
      const { text, addresses } = await reminderNotice(unit, reminder, name, unit.now);
      return { isOpen: true, messageIds: await writeNotices(unit, deps.config, about, text, addresses) };
    });
  },
});

const isWatched = ({ status }: Reminder): boolean => status === "pending" || status === "suspended";

/** The notices before a reminder's date, from when that date was set. */
async function planOf(unit: UnitOfWork, reminder: Reminder): Promise<PlannedNotice[]> {
  const { kind, dueAt, dueSetAt, createdAt } = reminder;
  const { timezone, holidays } = await unit.organization(reminder.organizationId);
  return noticePlan(kind, dueAt, dueSetAt ?? createdAt, timezone, holidays);
}

/** Without the date as long as that is the first one. */
const noticeName = ({ dueAt, dueSetAt }: Reminder, name: string): string =>
  dueSetAt === null ? name : nameForDate(name, dueAt);

/** A reminder says itself that its clock is suspended; only while containers are replaced may an old one have left it pending. */
async function isSuspended(unit: UnitOfWork, { organizationId, status, submissionId }: Reminder): Promise<boolean> {
  if (status === "suspended") return true;
  return (await unit.find(Submission, organizationId, submissionId))?.clockState === "suspended";
}
