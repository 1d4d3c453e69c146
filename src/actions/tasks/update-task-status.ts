import { z } from "zod";
import { Task } from "../../db/entities/task.js";
import { taskStatuses } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { id } from "../schemas.js";
import { ifAny, warningsIfAny } from "../warning-results.js";
import { openPointsWarnings } from "./open-points.js";
import { taskResult } from "./results.js";

export const updateTaskStatus = defineAction({
  name: "update_task_status",
  title: { en: "Set a task's status", it: "Cambia lo stato di un'attività" },
  description: "Sets the status of a task, to any value.",
  area: "tasks",
  permissions: ["tasks:edit"],
  effect: "update",
  idempotent: true,

  input: z.strictObject({ taskId: id("the task"), status: z.enum(taskStatuses).describe("the new status") }),
  result: taskResult.extend({ warnings: warningsIfAny }),

  async run({ taskId, status }, ctx) {
    const task = ctx.update(await ctx.load(Task, { taskId }), { status });
    return { ...task, ...ifAny(openPointsWarnings(task)) };
  },
});
