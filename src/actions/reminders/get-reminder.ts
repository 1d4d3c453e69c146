import { z } from "zod";
import { Reminder } from "../../db/entities/reminder.js";
import { defineAction } from "../action.js";
import { id } from "../schemas.js";
import { reminderWithOrigin } from "./results.js";

export const getReminder = defineAction({
  name: "get_reminder",
  title: { en: "Read a reminder", it: "Legge un promemoria" },
  description: "Returns a reminder, with the sent document that it follows up or the submission whose deadline it is.",
  area: "reminders",
  permissions: ["reminders:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({ reminderId: id("the reminder to read") }),
  result: reminderWithOrigin,

  run: ({ reminderId }, ctx) => ctx.load(Reminder, { reminderId }),
});
