import { z } from "zod";
import { Task } from "../../db/entities/task.js";
import { checklistWarnings } from "../../domain/checklist-warnings.js";
import { defineAction } from "../action.js";
import { id, shortNote } from "../schemas.js";
import { ifAny, warningsIfAny } from "../warning-results.js";
import { taskResult } from "./results.js";

const checklistItem = z.strictObject({
  text: shortNote("what is to be done"),
  done: z.boolean().describe("whether it is done").default(false),
});

export const updateTaskChecklist = defineAction({
  name: "update_task_checklist",
  title: { en: "Replace a task's checklist", it: "Modifica la lista di un'attività" },
  description: "Replaces the whole checklist of a task; an empty list clears it.",
  area: "tasks",
  permissions: ["tasks:edit"],
  effect: "update",
  idempotent: true,

  input: z.strictObject({
    taskId: id("the task"),
    checklist: z.array(checklistItem).describe("all items; they replace the current ones"),
  }),
  result: taskResult.extend({ warnings: warningsIfAny }),

  async run({ taskId, checklist }, ctx) {
    const task = await ctx.load(Task, { taskId });
    const warnings = checklistWarnings(task.checklist, checklist);
    return { ...ctx.update(task, { checklist }), ...ifAny(warnings) };
  },
});
