import { sendMessage } from "../../contracts/send-message.js";
import type { ActionContext } from "../context.js";

/**
 * Wakes the workflows of messages whose writers may have to be told of what became of them while their thread was deleted. One that
 * still waits to be sent has its workflow already, which may be a delivery's.
 */
export async function tellOutcomes(ctx: ActionContext, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length === 0) return;
  const settled = await ctx.query<{ messageId: string; projectId: string | null }>(
    `select m.id as "messageId", t.project_id as "projectId" from message m
     join thread t on t.organization_id = m.organization_id and t.id = m.thread_id
     where m.organization_id = $1 and m.id = any ($2::uuid[]) and (m.status <> 'queued' or m.handed_over_at is not null)
       and (m.channel = 'pec' or m.status in ('failed', 'uncertain') or m.refusals is not null)`,
    messageIds,
  );
  for (const { messageId, projectId } of settled) ctx.wake(sendMessage, { messageId, isNotice: false, projectId });
}
