import { sendMessage } from "../../contracts/send-message.js";
import { Message } from "../../db/entities/message.js";
import { Thread } from "../../db/entities/thread.js";
import type { ActionContext } from "../context.js";

/**
 * Wakes the workflows of messages whose writers may have to be told of what became of them while their thread was deleted. One that
 * still waits to be sent has its workflow already, which may be a delivery's.
 */
export async function tellOutcomes(ctx: ActionContext, messageIds: readonly string[]): Promise<void> {
  for (const messageId of messageIds) {
    const message = await ctx.follow(Message, messageId);
    const thread = await ctx.follow(Thread, message?.threadId ?? null);
    if (!message || !thread || message.isWaiting) continue;
    const { channel, status, refusals } = message;
    if (channel === "pec" || status === "failed" || status === "uncertain" || refusals)
      ctx.wake(sendMessage, { messageId, isNotice: false, projectId: thread.projectId });
  }
}
