import { z } from "zod";
import { Thread } from "../../db/entities/thread.js";
import { onOneLine, shortened } from "../../domain/text/shortened.js";
import { channels, type MessageStatus, messageStatuses, threadStatuses } from "../../domain/vocabulary.js";
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
import { instant, pageOf } from "../results.js";
import { id, paging, view } from "../schemas.js";
import { caution, cautionFor } from "./others-texts.js";
import { threadResult } from "./results.js";

const lastMessage = z
  .object({
    direction: z.enum(["outgoing", "incoming"]),
    status: z.enum(messageStatuses),
    text: z.string(),
    at: instant,
  })
  .nullable()
  .describe("the beginning of its newest message, and how far it has come");

interface LastMessage<T> {
  direction: "outgoing" | "incoming";
  status: MessageStatus;
  text: string;
  at: T;
}
interface WithLastMessage {
  lastMessage: LastMessage<string> | null;
}

const maxShownChars = 160;

/**
 * SQL column of a thread `t` with what was sent or came last, whenever it was written; read only for the rows of the page. A message of
 * ours that failed says more than the bounce behind it that tells of it.
 */
const lastMessageColumn = () =>
  `(select json_build_object('direction', m.direction, 'status', m.status, 'text', left(m.body, ${maxShownChars + 40}), 'at', m.created_at) from message m
    where m.organization_id = t.organization_id and m.thread_id = t.id and (m.automatic is distinct from 'bounce' or (
      select f.status from message f where f.organization_id = t.organization_id and f.thread_id = t.id
        and f.automatic is distinct from 'bounce' order by f.id desc limit 1) is distinct from 'failed')
    order by m.id desc limit 1) as "lastMessage"`;

const presentLastMessage = (last: WithLastMessage["lastMessage"]): LastMessage<Date> | null =>
  last && { ...last, text: shortened(onOneLine(last.text), maxShownChars), at: new Date(last.at) };

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
