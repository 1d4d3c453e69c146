import { z } from "zod";
import { Reminder } from "../../db/entities/reminder.js";
import { reminderKinds, reminderStatuses } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { pageOf, reminderResult } from "../results.js";
import { id, optionalDate, paging } from "../schemas.js";

export const listReminders = defineAction({
  name: "list_reminders",
  title: { en: "List reminders", it: "Elenca le scadenze" },
  description: "Lists reminders, or those of one project, newest first.",
  area: "reminders",
  permissions: ["reminders:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({
    projectId: id("only reminders of this project").optional(),
    kind: z.enum(reminderKinds).describe("only reminders of this kind").optional(),
    status: z.enum(reminderStatuses).describe("only reminders in this status").optional(),
    dueFrom: optionalDate("only reminders due at this moment or later"),
    dueBefore: optionalDate("only reminders due before this moment"),
    ...paging,
  }),
  result: pageOf(reminderResult),

  async run({ limit, cursor, dueFrom, dueBefore, ...filters }, ctx) {
    return ctx.page(Reminder, filters, {
      limit,
      cursor,
      from: ["dueAt", ctx.instant(dueFrom)],
      to: ["dueAt", ctx.instant(dueBefore)],
    });
  },
});
