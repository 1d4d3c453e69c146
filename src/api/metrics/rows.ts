import { messagesFailedLately, queuedMessages, waitingOrders } from "../../db/backlog.js";
import type { Queries } from "../../db/database.js";
import { isOver } from "../../db/lease.js";
import { lastSeen } from "../../db/state.js";
import { pendingSince } from "../../db/watchers/pending-reminders.js";
import { gauge } from "./registry.js";

/** By the columns of the query in `count`. */
const gauges = {
  waiting: gauge("pratica_outbox_waiting", "Orders that Temporal has not taken yet"),
  lag: gauge("pratica_outbox_lag_seconds", "Age of the oldest order that Temporal has not taken yet"),
  refused: gauge("pratica_outbox_refused", "Orders that Temporal has refused at least once"),
  queued: gauge("pratica_messages_queued", "Messages not handed over yet"),
  oldestQueued: gauge("pratica_messages_oldest_queued_seconds", "Age of the oldest message not handed over yet"),
  workerSeen: gauge(
    "pratica_worker_seconds_since_seen",
    "Seconds since a worker last said that it lives (it does every 10 s); -1: none ever did",
  ),
  failed: gauge(
    "pratica_messages_failed",
    "Messages that failed for good in the last 24 hours, without withdrawn ones",
  ),
  due: gauge("pratica_reminders_due", "Reminders that have fired and are not done"),
  overdue: gauge("pratica_reminders_overdue", "Reminders still pending a day after their moment"),
  running: gauge("pratica_deadlines_running", "Decision deadlines of submissions whose clock runs"),
  deadlinesOverdue: gauge(
    "pratica_deadlines_overdue",
    "Decision deadlines that passed with no outcome, still without one",
  ),
  lateBy: gauge("pratica_reminders_late_seconds", "How long ago the oldest reminder that has not fired was due"),
  deadlinesLate: gauge("pratica_deadlines_late", "Clocks still running two days after their deadline"),
  mailboxes: gauge("pratica_mailboxes_read", "Mailboxes that a worker reads"),
  mailboxesFailing: gauge("pratica_mailboxes_failing", "Mailboxes and lists of SMS that can't be read now"),
  mailboxLag: gauge(
    "pratica_mailboxes_oldest_reading_seconds",
    "Seconds since the last reading of the mailbox that has been waiting longest; one is read every 45 s",
  ),
};

/** Sets the gauges that count rows, each by what the database has now. */
export async function countRows(queries: Queries): Promise<void> {
  const counts = await count(queries);
  for (const [column, each] of Object.entries(gauges)) each.set(counts[column] ?? 0);
}

/** Leaves them out of the metrics until they are counted again. */
export function forgetRows(): void {
  for (const each of Object.values(gauges)) each.remove();
}

/** What the gauges show, by their names. */
async function count(queries: Queries): Promise<Record<string, number>> {
  const [now = {}] = await queries.query<Record<string, number>>(`
    select waiting_order.*, queued.*, failed.*,
      (select coalesce(extract(epoch from now() - (${lastSeen})), -1)::float) as "workerSeen",
      (select count(*) from reminder where status = 'due') as due,
      late.*,
      (select count(*) from submission where clock_state = 'running') as running,
      (select count(*) from submission where clock_state = 'overdue') as "deadlinesOverdue",
      (select count(*) from submission where clock_state = 'running' and decision_deadline < now() - interval '2 days') as "deadlinesLate",
      mailbox.*
    from (${waitingOrders}) waiting_order, (${queuedMessages}) queued, (${messagesFailedLately}) failed, (
      select count(*) filter (where due_at < now() - interval '24 hours') as overdue,
        coalesce(extract(epoch from now() - min(due_at)), 0)::float as "lateBy"
      from (${pendingSince("now()")}) r where not exists (
        select from submission s where s.organization_id = r.organization_id and s.id = r.submission_id and s.clock_state = 'suspended')
    ) late, (
      select count(*) filter (where r.channel <> 'sms' and not ${isOver("r.held_until")} and r.error is null) as mailboxes,
        count(*) filter (where r.error is not null) as "mailboxesFailing",
        coalesce(extract(epoch from now() - min(r.read_at) filter (where r.channel <> 'sms')), 0)::float as "mailboxLag"
      from mailbox_reading r join mail_channel c on c.organization_id = r.organization_id and c.channel = r.channel
      where r.held_until is distinct from '-infinity' -- the settings name none any more
    ) mailbox`);
  return now;
}
