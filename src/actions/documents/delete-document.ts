import { z } from "zod";
import { Document } from "../../db/entities/document.js";
import { followUpEnded } from "../../domain/messages/follow-up.js";
import { overtaken } from "../../domain/messages/withdrawn.js";
import { defineAction } from "../action.js";
import { hold, keepDeleted } from "../deletions/keep-deleted.js";
import { closeFollowUps } from "../reminders/plan.js";
import { deletedResult } from "../results.js";
import { endRuns } from "./ai-runs.js";
import { earlierDeliveries, withdrawMails } from "./earlier-deliveries.js";
import { signalExpiry } from "./expiry.js";
import { docId } from "./fields.js";

export const deleteDocument = defineAction({
  name: "delete_document",
  title: { en: "Delete a document", it: "Elimina un documento" },
  description:
    "Deletes a document with its revisions. Its number is not used again, its follow-up ends, and its mails that wait to be sent are withdrawn.",
  area: "documents",
  permissions: ["documents:delete"],
  effect: "delete",

  input: z.strictObject({ docId }),
  result: deletedResult,

  async run({ docId }, ctx) {
    const document = await ctx.load(Document, { docId });
    // So that this sees a delivery ordered at the same time, and closes its follow-up.
    await hold(ctx, "document", document.id);
    ctx.delete(document);
    await closeFollowUps(ctx, document, followUpEnded("deleted"));
    await withdrawMails(ctx, await earlierDeliveries(ctx, document), overtaken.deleted);
    signalExpiry(ctx, document);
    await endRuns(ctx, document);
    return keepDeleted(ctx, { kind: "document", id: document.id, title: document.title });
  },
});
