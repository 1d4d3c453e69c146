import { Message } from "../../db/entities/message.js";
import { withdrawal } from "../../domain/messages/withdrawn.js";
import type { ActionContext } from "../context.js";
import type { EarlierDelivery } from "./earlier-deliveries.js";

/**
 * Withdraws those mails of these deliveries that still wait to be handed over; their workflows end by themselves. One that is being
 * handed over at this moment may arrive all the same: it then counts as sent.
 * @param reason an English clause, for the messages' `error`
 * @returns those whose mail was withdrawn; they say so themselves then
 */
export async function withdrawMails(
  ctx: ActionContext,
  deliveries: readonly EarlierDelivery[],
  reason: string,
): Promise<EarlierDelivery[]> {
  const withdrawn: EarlierDelivery[] = [];
  for (const delivery of deliveries) {
    const message = delivery.status === "queued" ? await ctx.follow(Message, delivery.messageId) : null;
    if (!message?.isWaiting) continue;
    const mark = withdrawal(reason, message.attemptedAt !== null);
    ctx.update(message, mark);
    withdrawn.push(Object.assign(delivery, mark));
  }
  return withdrawn;
}
