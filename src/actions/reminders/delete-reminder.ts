import { z } from "zod";
import { deliverDocument } from "../../contracts/deliver-document.js";
import { watchReminder } from "../../contracts/watch-reminder.js";
import { Delivery } from "../../db/entities/delivery.js";
import { Message } from "../../db/entities/message.js";
import { Reminder } from "../../db/entities/reminder.js";
import { conflict } from "../../domain/errors.js";
import { withdrawal } from "../../domain/messages/withdrawn.js";
import { defineAction } from "../action.js";
import { hold, keepDeleted } from "../deletions/keep-deleted.js";
import { deletedResult } from "../results.js";
import { id } from "../schemas.js";

export const deleteReminder = defineAction({
  name: "delete_reminder",
  title: { en: "Delete a reminder", it: "Elimina un promemoria" },
  description:
    "Deletes a reminder; nothing more is sent for it. The document or submission that it belongs to stays, and so does its deadline.",
  area: "reminders",
  permissions: ["reminders:delete"],
  effect: "delete",
  addition: true,

  input: z.strictObject({ reminderId: id("the reminder to delete") }),
  result: deletedResult,

  async run({ reminderId }, ctx) {
    const reminder = await ctx.load(Reminder, { reminderId });
    await hold(ctx, "reminder", reminder.id);
    ctx.delete(reminder);
    ctx.signal(watchReminder, { reminderId: reminder.id });
    for (const delivery of await ctx.all(Delivery, { reminderId: reminder.id })) {
      const message = await ctx.follow(Message, delivery.messageId);
      // If the delivery fails, its sender is told by this reminder.
      if (message?.isWaiting)
        throw conflict(
          "The reminder follows up a document that is still on its way; delete it once the document is sent, or cancel it with complete_reminder.",
        );
      ctx.update(delivery, { reminderId: null });
      ctx.signal(deliverDocument, { documentId: delivery.documentId, n: delivery.n });
    }
    for (const notice of await ctx.all(Message, { reminderId: reminder.id, status: "queued" }))
      ctx.update(notice, withdrawal("the reminder was deleted", notice));
    return keepDeleted(ctx, { kind: "reminder", id: reminder.id, title: reminder.title });
  },
});
