import { z } from "zod";
import { Thread } from "../../db/entities/thread.js";
import { channels, threadStatuses } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { pageOf, threadResult } from "../results.js";
import { id, paging } from "../schemas.js";

export const listThreads = defineAction({
  name: "list_threads",
  title: { en: "List threads", it: "Elenca le conversazioni" },
  description: "Lists conversation threads, newest first.",
  area: "inbox",
  permissions: ["inbox:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({
    projectId: id("only threads of this project").optional(),
    contactId: id("only threads with this contact").optional(),
    status: z.enum(threadStatuses).describe("only threads in this status").optional(),
    channel: z.enum(channels).describe("only threads on this channel").optional(),
    ...paging,
  }),
  result: pageOf(threadResult),

  async run({ limit, cursor, ...filters }, ctx) {
    return ctx.page(Thread, filters, { limit, cursor });
  },
});
