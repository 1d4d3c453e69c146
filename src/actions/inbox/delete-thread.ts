import { z } from "zod";
import { Delivery } from "../../db/entities/delivery.js";
import { Reminder } from "../../db/entities/reminder.js";
import { Thread } from "../../db/entities/thread.js";
import { defineAction } from "../action.js";
import type { ActionContext } from "../context.js";
import { hold, keepDeleted } from "../deletions/keep-deleted.js";
import { closeReminder } from "../reminders/plan.js";
import { deletedResult } from "../results.js";
import { id } from "../schemas.js";

export const deleteThread = defineAction({
  name: "delete_thread",
  title: { en: "Delete a thread", it: "Elimina una conversazione" },
  description:
    "Deletes a thread with its messages; queued messages are not sent. Documents that were sent in it stay, with their follow-ups.",
  area: "inbox",
  permissions: ["inbox:delete"],
  effect: "delete",
  addition: true,

  input: z.strictObject({ threadId: id("the thread to delete") }),
  result: deletedResult,

  async run({ threadId }, ctx) {
    const thread = await ctx.load(Thread, { threadId });
    await hold(ctx, "thread", thread.id);
    ctx.delete(thread);
    await detachDeliveries(ctx, thread);
    const title = thread.subject ?? thread.summary ?? thread.address ?? "";
    return keepDeleted(ctx, { kind: "thread", id: thread.id, title });
  },
});

/** Deliveries outlive their messages; the follow-up of one that was not sent yet is cancelled. */
async function detachDeliveries(ctx: ActionContext, thread: Thread): Promise<void> {
  const sent = await ctx.query<{ messageId: string; isWaiting: boolean }>(
    `select m.id as "messageId", m.status = 'queued' and m.handed_over_at is null as "isWaiting" from message m join delivery d on d.organization_id = m.organization_id and d.message_id = m.id
     where m.organization_id = $1 and m.thread_id = $2`,
    thread.id,
  );
  for (const { messageId, isWaiting } of sent)
    for (const delivery of await ctx.all(Delivery, { messageId })) {
      ctx.update(delivery, { messageId: null });
      const reminder = isWaiting ? await ctx.follow(Reminder, delivery.reminderId) : null;
      if (reminder?.isOpen)
        await closeReminder(
          ctx,
          reminder,
          "cancelled",
          "Annullato: la conversazione è stata eliminata prima dell'invio.",
        );
    }
}
