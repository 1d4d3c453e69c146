import { z } from "zod";
import { Project } from "../../db/entities/project.js";
import { reminderKinds } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { date, id, name, note } from "../schemas.js";
import { ifAny, warningsIfAny } from "../warning-results.js";
import { planReminder } from "./plan.js";
import { reminderResult } from "./results.js";
import { reminderWarnings } from "./warnings.js";

export const createReminder = defineAction({
  name: "create_reminder",
  title: { en: "Create a reminder", it: "Crea un promemoria" },
  description:
    "Creates a reminder for a legal deadline, a payment, a hearing or anything else; on its date it becomes due and people are notified by e-mail. An authority's decision deadline is recorded with record_submission, which makes its reminder.",
  area: "reminders",
  permissions: ["reminders:edit"],
  effect: "create",

  input: z.strictObject({
    title: name("what to be reminded of"),
    dueAt: date("when it is due; a date without a time means the whole day"),
    kind: z.enum(reminderKinds).describe("what kind of date it is").default("generic"),
    projectId: id("the project that it belongs to").optional(),
    notes: note("free notes").optional(),
  }),
  result: reminderResult.extend({ warnings: warningsIfAny }),

  async run({ title, dueAt, kind, projectId, notes }, ctx) {
    const project = await ctx.loadOptional(Project, { projectId });
    const due = ctx.instant(dueAt) as Date;
    const reminder = planReminder(ctx, {
      title,
      dueAt: due,
      kind,
      projectId: project?.id ?? null,
      notes: notes || null,
    });
    return { ...reminder, ...ifAny(reminderWarnings(ctx, reminder, due)) };
  },
});
