import { poolOf } from "../db/data-source.js";
import { Document } from "../db/entities/document.js";
import { Project } from "../db/entities/project.js";
import { Reminder } from "../db/entities/reminder.js";
import { followUpEnded, withLine } from "../domain/follow-up.js";
import { horizonMs } from "../domain/horizon.js";
import { dueInstant } from "../domain/time.js";
import { watchReminderId } from "../workflows/watch-reminder.js";
import { change, type Dependencies } from "./dependencies.js";
import { dueNotice, writeNotices } from "./notices.js";

interface ReminderInput {
  organizationId: string;
  reminderId: string;
}

const sweepBatch = 1_000;

export const createReminderActivities = (deps: Dependencies) => ({
  /** Whether a reminder still waits, and when it fires (epoch ms). A deleted one doesn't. */
  async lookAtReminder({ organizationId, reminderId }: ReminderInput): Promise<{ isOpen: boolean; firesAt: number }> {
    const { rows } = await poolOf(deps.dataSource).query<{ status: string; due_at: Date; timezone: string }>({
      name: "look-at-reminder",
      text: `select r.status, r.due_at, o.timezone from reminder r join organization o on o.id = r.organization_id
        where r.organization_id = $1 and r.id = $2`,
      values: [organizationId, reminderId],
    });
    const [row] = rows;
    if (!row) return { isOpen: false, firesAt: 0 };
    return { isOpen: row.status === "pending", firesAt: dueInstant(row.due_at, row.timezone).getTime() };
  },

  /** Makes a reminder due and writes its notices, once. A follow-up whose document needs none any more is cancelled instead. */
  async fireReminder({
    organizationId,
    reminderId,
  }: ReminderInput): Promise<{ isOpen: boolean; messageIds: string[] }> {
    return change(deps, organizationId, "fire_reminder", async (unit, now) => {
      const reminder = await unit.find(Reminder, organizationId, reminderId);
      if (!reminder?.isOpen) return { isOpen: false, messageIds: [] };
      if (reminder.documentId && reminder.status === "pending") {
        const document = await unit.find(Document, organizationId, reminder.documentId);
        if (document && document.status !== "issued") {
          unit.update(
            reminder,
            { status: "cancelled", notes: withLine(reminder.notes, followUpEnded(document.status)) },
            now,
          );
          return { isOpen: false, messageIds: [] };
        }
      }
      if (reminder.status === "pending") unit.update(reminder, { status: "due", firedAt: now }, now);
      const [organization] = await unit.query<{ timezone: string }>("select timezone from organization where id = $1", [
        organizationId,
      ]);
      const zone = organization?.timezone ?? "Europe/Rome";
      const project = reminder.projectId ? await unit.find(Project, organizationId, reminder.projectId) : null;
      const messageIds = await writeNotices(
        unit,
        deps.config,
        reminder,
        dueNotice(deps.config, reminder, project, zone),
        now,
      );
      return { isOpen: true, messageIds };
    });
  },

  /** Orders a watcher for each pending reminder that has come within the horizon and has none. */
  async orderWatchers(): Promise<{ ordered: number }> {
    let ordered = 0;
    for (;;) {
      const { rowCount } = await poolOf(deps.dataSource).query(
        `with near as (
           select organization_id, id, project_id from reminder
           where status = 'pending' and watched_at is null and due_at < $1
           order by due_at limit ${sweepBatch} for update skip locked),
         marked as (
           update reminder r set watched_at = now() from near where r.organization_id = near.organization_id and r.id = near.id)
         insert into outbox (organization_id, workflow_id, workflow_type, input, summary, project_id, record_id, created_at)
         select organization_id, $2 || id, 'watchReminder', jsonb_build_object('organizationId', organization_id, 'reminderId', id), 'Watches a reminder', project_id, id, now()
         from near`,
        [new Date(Date.now() + horizonMs), watchReminderId("")],
      );
      ordered += rowCount ?? 0;
      if ((rowCount ?? 0) < sweepBatch) return { ordered };
    }
  },
});
