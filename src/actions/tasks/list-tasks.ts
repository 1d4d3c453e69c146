import { z } from "zod";
import { Task } from "../../db/entities/task.js";
import { taskStatuses } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { omitted } from "../embedded-records.js";
import { dueRange, isDueWithin } from "../lists/due-range.js";
import {
  assigneeNameColumn,
  memberName,
  type OfProject,
  projectName,
  projectNameColumn,
  type WithAssignee,
} from "../lists/names.js";
import { recordOf } from "../record-areas.js";
import { pageOf } from "../results.js";
import { id, paging, view } from "../schemas.js";
import { taskResult } from "./results.js";

const item = recordOf(
  taskResult.extend({
    checklist: taskResult.shape.checklist.optional().describe("in the full view"),
    checklistDone: z.number().describe("how many items of its checklist are done"),
    checklistCount: z.number().describe("how many items its checklist has"),
    project: projectName,
    assignee: memberName,
  }),
  "tasks",
);

export const listTasks = defineAction({
  name: "list_tasks",
  title: { en: "List tasks", it: "Elenca le attività" },
  description:
    "Lists tasks of all projects or of one, newest first, with the names of project and assignee. For checklists use view full or get_task.",
  area: "tasks",
  permissions: ["tasks:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({
    projectId: id("only tasks of this project").optional(),
    assigneeId: id("only tasks of the member with this userId").optional(),
    status: z.enum(taskStatuses).describe("only tasks in this status").optional(),
    ...dueRange("tasks"),
    view,
    ...paging,
  }),
  result: pageOf(item).extend({ omitted }),

  async run({ limit, cursor, dueFrom, dueBefore, dueTo, view, ...filters }, ctx) {
    const page = await ctx.page<Task, OfProject & WithAssignee>(Task, filters, {
      limit,
      cursor,
      where: isDueWithin(ctx, { dueFrom, dueBefore, dueTo }),
      columns: [projectNameColumn, assigneeNameColumn(ctx.sharedWith)],
    });
    const items = page.items.map(({ checklist, ...task }) => ({
      ...task,
      ...(view === "full" ? { checklist } : {}),
      checklistDone: checklist.filter(({ done }) => done).length,
      checklistCount: checklist.length,
    }));
    return { ...page, items };
  },
});
