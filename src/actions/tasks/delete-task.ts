import { z } from "zod";
import { Task } from "../../db/entities/task.js";
import { defineAction } from "../action.js";
import { keepDeleted } from "../deletions/keep-deleted.js";
import { deletedResult } from "../results.js";
import { id } from "../schemas.js";

export const deleteTask = defineAction({
  name: "delete_task",
  title: { en: "Delete a task", it: "Elimina un'attività" },
  description: "Deletes a task.",
  area: "tasks",
  permissions: ["tasks:delete"],
  effect: "delete",
  addition: true,

  input: z.strictObject({ taskId: id("the task to delete") }),
  result: deletedResult,

  async run({ taskId }, ctx) {
    const task = await ctx.load(Task, { taskId });
    ctx.delete(task);
    return keepDeleted(ctx, { kind: "task", id: task.id, title: task.title });
  },
});
