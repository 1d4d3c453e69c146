import { z } from "zod";
import { Message } from "../../db/entities/message.js";
import { Thread } from "../../db/entities/thread.js";
import { defineAction } from "../action.js";
import { messageResult, threadResult } from "../results.js";
import { id } from "../schemas.js";
import { caution, cautionFor } from "./others-texts.js";

export const getThread = defineAction({
  name: "get_thread",
  title: { en: "Read a thread", it: "Legge una conversazione" },
  description:
    "Returns a thread with its messages and their status, oldest first. The file rawFileId is an incoming mail in its original form; read_file shows its HTML.",
  area: "inbox",
  permissions: ["inbox:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({ threadId: id("the thread to read") }),
  result: threadResult.extend({ messages: z.array(messageResult), caution }),

  async run({ threadId }, ctx) {
    const thread = await ctx.load(Thread, { threadId });
    const found = await ctx.all(Message, { threadId });
    // One that came late stands where it was written.
    const messages = found.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
    return { ...thread, messages, caution: cautionFor(messages) };
  },
});
