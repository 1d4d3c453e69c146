import { z } from "zod";
import { Message } from "../../db/entities/message.js";
import { Thread } from "../../db/entities/thread.js";
import { notFound } from "../../domain/errors.js";
import { defineAction } from "../action.js";
import { id } from "../schemas.js";
import { caution, cautionFor } from "./others-texts.js";
import { messageResult, threadResult } from "./results.js";

export const getThread = defineAction({
  name: "get_thread",
  title: { en: "Read a thread", it: "Legge una conversazione" },
  description:
    "Returns a thread with its messages and their status, oldest first. read_file shows the HTML of a rawFileId.",
  area: "inbox",
  permissions: ["inbox:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({
    threadId: id("the thread to read"),
    beforeMessageId: id("only the messages before this one: what a shortened answer left out").optional(),
  }),
  result: threadResult.extend({ messages: z.array(messageResult), caution }),

  async run({ threadId, beforeMessageId }, ctx) {
    const thread = await ctx.load(Thread, { threadId });
    const found = await ctx.all(Message, { threadId });
    // One that came late stands where it was written.
    const sorted = found.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
    const messages = beforeMessageId === undefined ? sorted : before(sorted, beforeMessageId);
    return { ...thread, messages, caution: cautionFor(messages) };
  },
});

/** @throws not_found for a message that isn't in the thread */
function before(messages: Message[], beforeMessageId: string): Message[] {
  const end = messages.findIndex(({ id }) => id === beforeMessageId.toLowerCase());
  if (end < 0) throw notFound("beforeMessageId", beforeMessageId);
  return messages.slice(0, end);
}
