import { z } from "zod";
import { Project } from "../../db/entities/project.js";
import { Task } from "../../db/entities/task.js";
import { defineAction } from "../action.js";
import { dueDateWarnings } from "../due-date-warnings.js";
import { findRepeats } from "../repeats.js";
import { requireMember } from "../require-member.js";
import { id, name, optionalDate } from "../schemas.js";
import { warningsIfAny, withWarnings } from "../warning-results.js";
import { assigneeWarnings } from "./assignee-warnings.js";
import { taskResult } from "./results.js";

export const createTask = defineAction({
  name: "create_task",
  title: { en: "Create a task", it: "Crea un'attività" },
  description: "Adds a task to a project, with a due date and an assignee.",
  area: "tasks",
  permissions: ["tasks:edit"],
  effect: "create",

  input: z.strictObject({
    projectId: id("the project that the task belongs to"),
    title: name("what is to be done"),
    dueAt: optionalDate("when it is to be done"),
    assigneeId: id("userId of the member who does it; list_members returns them").optional(),
  }),
  result: taskResult.extend({ warnings: warningsIfAny }),

  async run({ projectId, title, dueAt, assigneeId }, ctx) {
    const project = await ctx.load(Project, { projectId });
    const due = ctx.instant(dueAt) ?? null;
    const task = ctx.insert(Task, {
      projectId: project.id,
      title,
      dueAt: due,
      assigneeId: assigneeId ? await requireMember(ctx.query, "assigneeId", assigneeId) : null,
      status: "todo",
      checklist: [],
    });
    const warnings = [...dueDateWarnings(ctx, due, "update_task"), ...(await assigneeWarnings(ctx, task))];
    const repeats = findRepeats(ctx, Task, task, ["title", "projectId", "dueAt", "assigneeId"]);
    return withWarnings(task, () => [...warnings, ...repeats()]);
  },
});
