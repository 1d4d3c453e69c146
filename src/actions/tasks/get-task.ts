import { z } from "zod";
import { Task } from "../../db/entities/task.js";
import { defineAction } from "../action.js";
import { id } from "../schemas.js";
import { taskResult } from "./results.js";

export const getTask = defineAction({
  name: "get_task",
  title: { en: "Read a task", it: "Legge un'attività" },
  description: "Returns a task with its checklist.",
  area: "tasks",
  permissions: ["tasks:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({ taskId: id("the task to read") }),
  result: taskResult,

  run: ({ taskId }, ctx) => ctx.load(Task, { taskId }),
});
