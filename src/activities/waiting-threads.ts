import { startOrder } from "../contracts/order.js";
import { sendMessage } from "../contracts/send-message.js";
import { Thread } from "../db/entities/thread.js";
import { transact } from "../db/transact.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import { hourMs } from "../domain/durations.js";
import { nilId } from "../domain/ids.js";
import { replyDueAt } from "../domain/reply-time.js";
import { byWorkflow, type Dependencies } from "./dependencies.js";
import { noticeFacts } from "./notice-facts.js";
import { needsReplyNotice } from "./notice-texts.js";
import { writeNotices } from "./notices.js";
import { peopleOf } from "./people.js";

interface WaitingThread {
  organizationId: string;
  id: string;
  since: Date;
}

const pageSize = 500;
/** Two days, one of which is an hour shorter when summer time begins. */
const shortestWaitMs = 47 * hourMs;

export const createWaitingThreadActivities = (deps: Dependencies) => ({
  /**
   * Writes a notice for each thread that has needed a reply for two working days, once, and orders its sending.
   * @param at the workflow's time, epoch ms
   */
  async tellWaitingThreads({ at }: { at: number }): Promise<{ told: number }> {
    let told = 0;
    let last: WaitingThread = { organizationId: nilId, id: nilId, since: new Date(0) };
    for (;;) {
      const rows = await deps.database.query<WaitingThread>(waitingThreads, [
        new Date(at - shortestWaitMs),
        last.since,
        last.id,
        pageSize,
      ]);
      for (const waiting of rows) if (await notifyOfThread(deps, waiting, at)) told++;
      last = rows.at(-1) ?? last;
      if (rows.length < pageSize) return { told };
    }
  },
});

const waitingThreads = `select organization_id as "organizationId", id, needs_reply_since as since from thread
  where needs_reply_since < $1 and reply_told_at is null and (needs_reply_since, id) > ($2, $3) order by needs_reply_since, id limit $4`;

/** @returns false if the thread no longer needs a reply, or its time is not up */
async function notifyOfThread(
  deps: Dependencies,
  { organizationId, id, since }: WaitingThread,
  at: number,
): Promise<boolean> {
  return transact(deps.database, byWorkflow(organizationId, "tell_waiting_thread"), async (unit) => {
    const { timezone, holidays } = await unit.organization(organizationId);
    const thread = await unit.find(Thread, organizationId, id);
    if (thread?.status !== "needs_reply" || at < replyDueAt(since, timezone, holidays).getTime()) return false;
    const { projectId, contactId } = thread;
    const { reader, addresses } = await peopleOf(unit, thread, await lastWriter(unit, thread));
    const notice = needsReplyNotice(`needs reply since ${since.toISOString()}`, thread, since, {
      timezone,
      facts: await noticeFacts(unit, { organizationId, reader, projectId, contactId }),
    });
    const messageIds = await writeNotices(unit, deps.config, { organizationId, aboutId: id }, notice, addresses);
    for (const messageId of messageIds) {
      unit.order(startOrder(sendMessage, { organizationId, projectId, messageId, isNotice: true }));
    }
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
