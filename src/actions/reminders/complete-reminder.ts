import { z } from "zod";
import { Reminder } from "../../db/entities/reminder.js";
import { defineAction } from "../action.js";
import { id } from "../schemas.js";
import { closeReminder } from "./plan.js";
import { reminderResult } from "./results.js";

export const completeReminder = defineAction({
  name: "complete_reminder",
  title: { en: "Complete or cancel a reminder", it: "Completa o annulla un promemoria" },
  description: "Closes a reminder as done or cancelled; nothing more is sent for it.",
  area: "reminders",
  permissions: ["reminders:edit"],
  effect: "update",
  idempotent: true,

  input: z.strictObject({
    reminderId: id("the reminder"),
    status: z.enum(["done", "cancelled"]).describe("how it ends").default("done"),
  }),
  result: reminderResult,

  async run({ reminderId, status }, ctx) {
    return closeReminder(ctx, await ctx.load(Reminder, { reminderId }), status);
  },
});
