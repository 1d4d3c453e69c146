import { z } from "zod";
import { Task } from "../../db/entities/task.js";
import { defineAction } from "../action.js";
import { taskResult } from "../results.js";
import { id, shortNote } from "../schemas.js";

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
  result: taskResult,

  async run({ taskId, checklist }, ctx) {
    return ctx.update(await ctx.load(Task, { taskId }), { checklist });
  },
});
