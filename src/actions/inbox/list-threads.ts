import { z } from "zod";
import { Thread } from "../../db/entities/thread.js";
import { channels, threadStatuses } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { omitted } from "../embedded-records.js";
import {
  contactName,
  contactNameColumn,
  type OfProject,
  projectName,
  projectNameColumn,
  type WithContact,
} from "../lists/names.js";
import { recordOf } from "../record-areas.js";
import { pageOf } from "../results.js";
import { id, paging, view } from "../schemas.js";
import { lastMessage, lastMessageColumn, presentLastMessage, type WithLastMessage } from "./last-message.js";
import { caution, cautionFor } from "./others-texts.js";
import { threadResult } from "./results.js";

const item = recordOf(threadResult.extend({ project: projectName, contact: contactName, lastMessage }), "inbox");

export const listThreads = defineAction({
  name: "list_threads",
  title: { en: "List threads", it: "Elenca le conversazioni" },
  description:
    "Lists conversation threads, newest messages first, with the names of project and contact, and the beginning and status of the last message.",
  area: "inbox",
  permissions: ["inbox:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({
    projectId: id("only threads of this project").optional(),
    contactId: id("only threads with this contact").optional(),
    status: z.enum(threadStatuses).describe("only threads in this status").optional(),
    channel: z.enum(channels).describe("only threads on this channel").optional(),
    unread: z.boolean().describe("true: only threads with unread messages; false: only those without").optional(),
    view,
    ...paging,
  }),
  result: pageOf(item).extend({ caution, omitted }),

  async run({ limit, cursor, view, unread, ...filters }, ctx) {
    const page = await ctx.page<Thread, OfProject & WithContact & WithLastMessage>(Thread, filters, {
      limit,
      cursor,
      newestBy: "lastMessageAt",
      where: () => (unread === undefined ? [] : [unread ? "t.unread > 0" : "t.unread = 0"]),
      shortened: view === "full" ? [] : ["summary"],
      columns: [projectNameColumn, contactNameColumn, lastMessageColumn],
    });
    const items = page.items.map((item) => ({ ...item, lastMessage: presentLastMessage(item.lastMessage) }));
    return { ...page, items, caution: cautionFor(items.flatMap(({ lastMessage: last }) => last ?? [])) };
  },
});
