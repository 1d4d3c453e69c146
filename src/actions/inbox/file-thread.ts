import { z } from "zod";
import { Contact } from "../../db/entities/contact.js";
import { Project } from "../../db/entities/project.js";
import { Thread } from "../../db/entities/thread.js";
import { threadStatuses } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { findOthersProject } from "../others-project.js";
import { requireSameProject } from "../require-same-project.js";
import { emptyToNull, id, idOf, note } from "../schemas.js";
import { warningsIfAny, withWarnings } from "../warning-results.js";
import { cameLately } from "./came-lately.js";
import { fileUnder } from "./file-under.js";
import { threadResult } from "./results.js";

export const fileThread = defineAction({
  name: "file_thread",
  title: { en: "File a thread", it: "Archivia una conversazione in una pratica" },
  description:
    "Attaches a thread to a project and a contact, stores a short summary and sets the status. Its attachments move to the project too, unless they are filed elsewhere.",
  area: "inbox",
  permissions: ["inbox:edit"],
  effect: "update",
  idempotent: true,

  input: z.strictObject({
    threadId: id("the thread to file"),
    projectId: id("the project to attach it to").optional(),
    contactId: id("the contact to attach it to").optional(),
    summary: note("a short note of what it is about").optional(),
    status: z.enum(threadStatuses).describe("the new status").default("waiting"),
  }),
  result: threadResult.extend({ warnings: warningsIfAny }),

  async run({ threadId, projectId, contactId, summary, status }, ctx) {
    const thread = await ctx.load(Thread, { threadId });
    const project = await ctx.loadOptional(Project, { projectId });
    const contact = await ctx.loadOptional(Contact, { contactId }, thread.contactId);
    requireSameProject(ctx, "thread", thread, project);
    const late = status === "needs_reply" ? [] : cameLately(thread, ctx.now);
    await fileUnder(ctx, thread, idOf(project));
    const filed = ctx.update(thread, {
      contactId: idOf(contact),
      summary: emptyToNull(summary),
      status,
      unread: 0,
    });
    const strange = findOthersProject(ctx, filed, "file the thread with that one; if another project, under that");
    return withWarnings(filed, () => [...late, ...strange()]);
  },
});
