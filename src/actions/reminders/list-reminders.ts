import { z } from "zod";
import { Reminder } from "../../db/entities/reminder.js";
import { reminderKinds, reminderStatuses } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { omitted } from "../embedded-records.js";
import { type OfProject, projectName, projectNameColumn } from "../names.js";
import { recordOf } from "../record-areas.js";
import { pageOf, reminderResult } from "../results.js";
import { id, optionalDate, paging, view } from "../schemas.js";

const item = recordOf(reminderResult.extend({ project: projectName }), "reminders");

export const listReminders = defineAction({
  name: "list_reminders",
  title: { en: "List reminders", it: "Elenca le scadenze" },
  description: "Lists reminders, or those of one project, newest first, with their project's name.",
  area: "reminders",
  permissions: ["reminders:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({
    projectId: id("only reminders of this project").optional(),
    kind: z.enum(reminderKinds).describe("only reminders of this kind").optional(),
    status: z.enum(reminderStatuses).describe("only reminders in this status").optional(),
    dueFrom: optionalDate("only reminders due at this moment, or on this day, or later"),
    dueBefore: optionalDate("only reminders due before this moment or day"),
    dueTo: optionalDate("only reminders due by then; a day counts whole"),
    view,
    ...paging,
  }),
  result: pageOf(item).extend({ omitted }),

  async run({ limit, cursor, dueFrom, dueBefore, dueTo, view, ...filters }, ctx) {
    const end = ctx.end(dueTo);
    return ctx.page<Reminder, OfProject>(Reminder, filters, {
      limit,
      cursor,
      from: ["dueAt", ctx.beginning(dueFrom)],
      to: ["dueAt", ctx.beginning(dueBefore)],
      where: (add) => (end ? [`t.due_at < ${add(end)}`] : []),
      shortened: view === "full" ? [] : ["notes"],
      columns: [projectNameColumn],
    });
  },
});
