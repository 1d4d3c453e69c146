import { z } from "zod";
import { Task } from "../../db/entities/task.js";
import { taskStatuses } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { pageOf, taskResult } from "../results.js";
import { id, optionalDate, paging } from "../schemas.js";

export const listTasks = defineAction({
  name: "list_tasks",
  title: { en: "List tasks", it: "Elenca le attività" },
  description: "Lists tasks of all projects or of one, newest first.",
  area: "tasks",
  permissions: ["tasks:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({
    projectId: id("only tasks of this project").optional(),
    assigneeId: id("only tasks of the member with this userId").optional(),
    status: z.enum(taskStatuses).describe("only tasks in this status").optional(),
    dueFrom: optionalDate("only tasks due at this moment or later"),
    dueBefore: optionalDate("only tasks due before this moment"),
    ...paging,
  }),
  result: pageOf(taskResult),

  async run({ limit, cursor, dueFrom, dueBefore, ...filters }, ctx) {
    return ctx.page(Task, filters, {
      limit,
      cursor,
      from: ["dueAt", ctx.instant(dueFrom)],
      to: ["dueAt", ctx.instant(dueBefore)],
    });
  },
});
