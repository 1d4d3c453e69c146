import { z } from "zod";
import { Delivery } from "../../db/entities/delivery.js";
import { Document } from "../../db/entities/document.js";
import { Message } from "../../db/entities/message.js";
import { defineAction } from "../action.js";
import { hold, keepDeleted } from "../deletions/keep-deleted.js";
import { closeFollowUps } from "../reminders/plan.js";
import { deletedResult } from "../results.js";
import { endRuns } from "./ai-runs.js";
import { endExpiry } from "./expiry.js";
import { docId } from "./fields.js";

export const deleteDocument = defineAction({
  name: "delete_document",
  title: { en: "Delete a document", it: "Elimina un documento" },
  description: "Deletes a document with its revisions; its number is not used again, and its follow-up ends.",
  area: "documents",
  permissions: ["documents:delete"],
  effect: "delete",

  input: z.strictObject({ docId }),
  result: deletedResult,

  async run({ docId }, ctx) {
    const document = await ctx.load(Document, { docId });
    // So that a delivery ordered at the same time is seen here, and its follow-up closed.
    await hold(ctx, "document", document.id);
    ctx.delete(document);
    await closeFollowUps(ctx, document, "Annullato: il documento è stato eliminato.");
    for (const { messageId } of await ctx.all(Delivery, { documentId: document.id })) {
      const message = await ctx.follow(Message, messageId);
      // The PDF to attach doesn't exist yet and can't be made any more, so there is nothing to send.
      if (message?.status === "queued" && message.attachments.length === 0)
        ctx.update(message, { status: "failed", error: "not sent: its document was deleted" });
    }
    endExpiry(ctx, document);
    await endRuns(ctx, document);
    await keepDeleted(ctx, { kind: "document", id: document.id, title: document.title });
    return { id: document.id, deleted: true } as const;
  },
});
