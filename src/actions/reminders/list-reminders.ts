import { z } from "zod";
import { Reminder } from "../../db/entities/reminder.js";
import { reminderKinds, reminderStatuses } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { omitted } from "../embedded-records.js";
import { dueRange, isDueWithin } from "../lists/due-range.js";
import { type OfProject, projectName, projectNameColumn } from "../lists/names.js";
import { recordOf } from "../record-areas.js";
import { pageOf } from "../results.js";
import { id, paging, view } from "../schemas.js";
import { reminderWithOrigin } from "./results.js";

const item = recordOf(reminderWithOrigin.extend({ project: projectName }), "reminders");

export const listReminders = defineAction({
  name: "list_reminders",
  title: { en: "List reminders", it: "Elenca i promemoria" },
  description: "Lists reminders of all projects or of one, newest first, with their project's name.",
  area: "reminders",
  permissions: ["reminders:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({
    projectId: id("only reminders of this project").optional(),
    kind: z.enum(reminderKinds).describe("only reminders of this kind").optional(),
    status: z.enum(reminderStatuses).describe("only reminders in this status").optional(),
    ...dueRange("reminders"),
    view,
    ...paging,
  }),
  result: pageOf(item).extend({ omitted }),

  async run({ limit, cursor, dueFrom, dueBefore, dueTo, view, ...filters }, ctx) {
    return ctx.page<Reminder, OfProject>(Reminder, filters, {
      limit,
      cursor,
      where: isDueWithin(ctx, { dueFrom, dueBefore, dueTo }),
      shortened: view === "full" ? [] : ["notes"],
      columns: [projectNameColumn],
    });
  },
});
