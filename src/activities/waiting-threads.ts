import { byWorkflow } from "../db/audit.js";
import { eachByItself } from "../db/each-by-itself.js";
import { Thread } from "../db/entities/thread.js";
import { transact } from "../db/transact.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import { hourMs } from "../domain/calendar/durations.js";
import { replyDueAt } from "../domain/calendar/reply-time.js";
import { nilId } from "../domain/ids.js";
import type { Dependencies } from "./dependencies.js";
import { addressesAndFacts } from "./notices/notice-facts.js";
import { needsReplyNotice } from "./notices/notice-texts.js";
import { orderNotices, writeNotices } from "./notices/write-notices.js";

interface WaitingThread {
  organizationId: string;
  id: string;
  since: Date;
  /** of its organization */
  timezone: string;
  holidays: string[];
}

const pageSize = 500;
/** Two days, one of which is an hour shorter when summer time begins. */
const shortestWaitMs = 47 * hourMs;

export const createWaitingThreadActivities = (deps: Dependencies) => ({
  /**
   * Writes a notice for each thread that has needed a reply for two working days, once, and orders its sending.
   * @param at the workflow's time, epoch ms
   */
  async tellWaitingThreads({ at }: { at: number }): Promise<{ told: number; failed: number }> {
    let told = 0;
    let failed = 0;
    let last: Pick<WaitingThread, "id" | "since"> = { id: nilId, since: new Date(0) };
    for (;;) {
      const rows = await deps.database.query<WaitingThread>(waitingThreads, [
        new Date(at - shortestWaitMs),
        last.since,
        last.id,
        pageSize,
      ]);
      failed += await eachByItself(deps.log, "telling of a thread that waits", rows, async (row) => {
        // Decided without a query: on a weekend each sweep meets all threads that have waited since Thursday.
        if (replyDueAt(row.since, row.timezone, row.holidays).getTime() > at) return;
        if (await notifyOfThread(deps, row)) told++;
      });
      last = rows.at(-1) ?? last;
      if (rows.length < pageSize) return { told, failed };
    }
  },
});

const waitingThreads = `select t.organization_id as "organizationId", t.id, t.needs_reply_since as since, o.timezone, o.holidays
  from thread t join organization o on o.id = t.organization_id
  where t.needs_reply_since < $1 and t.reply_told_at is null and (t.needs_reply_since, t.id) > ($2, $3)
  order by t.needs_reply_since, t.id limit $4`;

/** @returns false if the thread no longer needs a reply */
async function notifyOfThread(deps: Dependencies, { organizationId, id, since }: WaitingThread): Promise<boolean> {
  return transact(deps.database, byWorkflow(organizationId, "tell_waiting_thread"), async (unit) => {
    const thread = await unit.find(Thread, organizationId, id);
    if (thread?.status !== "needs_reply") return false;
    const { projectId, contactId } = thread;
    const around = { organizationId, projectId, contactId };
    const { addresses, facts } = await addressesAndFacts(unit, around, await lastWriter(unit, thread));
    const notice = needsReplyNotice(`needs reply since ${since.toISOString()}`, thread, since, facts);
    const messageIds = await writeNotices(unit, deps.config, { organizationId, aboutId: id }, notice, addresses);
    orderNotices(unit, thread, messageIds);
    unit.append(
      "update thread set reply_told_at = $3 where organization_id = $1 and id = $2 and needs_reply_since = $4 and reply_told_at is null",
      [organizationId, id, unit.now, since],
      1,
    );
    return true;
  });
}

/** The member of the organization who last wrote in the thread; null if none has. */
async function lastWriter(unit: UnitOfWork, { organizationId, id }: Thread): Promise<string | null> {
  const [row] = await unit.query<{ userId: string }>(
    `select created_by as "userId" from message where organization_id = $1 and thread_id = $2 and created_by is not null order by id desc limit 1`,
    [organizationId, id],
  );
  return row?.userId ?? null;
}
