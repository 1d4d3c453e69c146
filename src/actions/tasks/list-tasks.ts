import { z } from "zod";
import { Task } from "../../db/entities/task.js";
import { taskStatuses } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { omitted } from "../embedded-records.js";
import {
  assigneeNameColumn,
  memberName,
  type OfProject,
  projectName,
  projectNameColumn,
  type WithAssignee,
} from "../names.js";
import { recordOf } from "../record-areas.js";
import { pageOf, taskResult } from "../results.js";
import { id, optionalDate, paging, view } from "../schemas.js";

const item = recordOf(taskResult.extend({ project: projectName, assignee: memberName }), "tasks");

export const listTasks = defineAction({
  name: "list_tasks",
  title: { en: "List tasks", it: "Elenca le attività" },
  description: "Lists tasks of all projects or of one, newest first, with the names of project and assignee.",
  area: "tasks",
  permissions: ["tasks:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({
    projectId: id("only tasks of this project").optional(),
    assigneeId: id("only tasks of the member with this userId").optional(),
    status: z.enum(taskStatuses).describe("only tasks in this status").optional(),
    dueFrom: optionalDate("only tasks due at this moment, or on this day, or later"),
    dueBefore: optionalDate("only tasks due before this moment or day"),
    dueTo: optionalDate("only tasks due by then; a day counts whole"),
    view,
    ...paging,
  }),
  result: pageOf(item).extend({ omitted }),

  async run({ limit, cursor, dueFrom, dueBefore, dueTo, view: _, ...filters }, ctx) {
    const end = ctx.end(dueTo);
    return ctx.page<Task, OfProject & WithAssignee>(Task, filters, {
      limit,
      cursor,
      from: ["dueAt", ctx.beginning(dueFrom)],
      to: ["dueAt", ctx.beginning(dueBefore)],
      where: (add) => (end ? [`t.due_at < ${add(end)}`] : []),
      columns: [projectNameColumn, assigneeNameColumn(ctx.sharedWith)],
    });
  },
});
