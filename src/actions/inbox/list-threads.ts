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
} from "../names.js";
import { recordOf } from "../record-areas.js";
import { pageOf, threadResult } from "../results.js";
import { id, paging, view } from "../schemas.js";

const item = recordOf(threadResult.extend({ project: projectName, contact: contactName }), "inbox");

export const listThreads = defineAction({
  name: "list_threads",
  title: { en: "List threads", it: "Elenca le conversazioni" },
  description: "Lists conversation threads, newest first, with the names of project and contact.",
  area: "inbox",
  permissions: ["inbox:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({
    projectId: id("only threads of this project").optional(),
    contactId: id("only threads with this contact").optional(),
    status: z.enum(threadStatuses).describe("only threads in this status").optional(),
    channel: z.enum(channels).describe("only threads on this channel").optional(),
    view,
    ...paging,
  }),
  result: pageOf(item).extend({ omitted }),

  async run({ limit, cursor, view, ...filters }, ctx) {
    return ctx.page<Thread, OfProject & WithContact>(Thread, filters, {
      limit,
      cursor,
      shortened: view === "full" ? [] : ["summary"],
      columns: [projectNameColumn, contactNameColumn],
    });
  },
});
