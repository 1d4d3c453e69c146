import { z } from "zod";
import { Thread } from "../../db/entities/thread.js";
import { threadStatuses } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { id } from "../schemas.js";
import { ifAny, warningsIfAny } from "../warning-results.js";
import { cameLately } from "./came-lately.js";
import { threadResult } from "./results.js";

export const setThreadStatus = defineAction({
  name: "set_thread_status",
  title: { en: "Set a thread's status", it: "Cambia lo stato di una conversazione" },
  description: "Sets a thread's status and marks its messages as read. Use closed for a thread that needs no action.",
  area: "inbox",
  permissions: ["inbox:edit"],
  effect: "update",
  idempotent: true,

  input: z.strictObject({ threadId: id("the thread"), status: z.enum(threadStatuses).describe("the new status") }),
  result: threadResult.extend({ warnings: warningsIfAny }),

  async run({ threadId, status }, ctx) {
    const thread = await ctx.load(Thread, { threadId });
    const late = status === "needs_reply" ? [] : cameLately(thread, ctx.now);
    return { ...ctx.update(thread, { status, unread: 0 }), ...ifAny(late) };
  },
});
