import { z } from "zod";
import { Project } from "../../db/entities/project.js";
import { Task } from "../../db/entities/task.js";
import { defineAction } from "../action.js";
import { dueDateWarnings } from "../due-date-warnings.js";
import { requireMember } from "../require-member.js";
import { requireSameProject } from "../require-same-project.js";
import { emptyToNull, id, name, optionalDate } from "../schemas.js";
import { ifAny, warningsIfAny } from "../warning-results.js";
import { assigneeWarnings } from "./assignee-warnings.js";
import { taskResult } from "./results.js";

export const updateTask = defineAction({
  name: "update_task",
  title: { en: "Correct a task", it: "Corregge un'attività" },
  description:
    "Changes the given fields of a task; absent ones stay as they are. projectId moves it to another project.",
  area: "tasks",
  permissions: ["tasks:edit"],
  effect: "update",
  addition: true,
  idempotent: true,

  input: z.strictObject({
    taskId: id("the task"),
    title: name("what is to be done").optional(),
    dueAt: optionalDate("when it is to be done"),
    assigneeId: id('userId of the member who does it; "" for nobody').optional(),
    projectId: id("the project that it belongs to").optional(),
  }),
  result: taskResult.extend({ warnings: warningsIfAny }),

  async run({ taskId, title, dueAt, assigneeId, projectId }, ctx) {
    const task = await ctx.load(Task, { taskId });
    const project = projectId === undefined ? undefined : await ctx.load(Project, { projectId });
    const assignee = emptyToNull(assigneeId);
    const member = assignee ? await requireMember(ctx.query, "assigneeId", assignee) : assignee;
    requireSameProject(ctx, "task", task, project);
    const due = ctx.instant(dueAt);
    ctx.update(task, { title, dueAt: due, assigneeId: member, projectId: project?.id });
    const isGiven = member !== undefined || project !== undefined;
    const ofAssignee = isGiven ? await assigneeWarnings(ctx, task) : [];
    return { ...task, ...ifAny([...dueDateWarnings(ctx, due, "update_task"), ...ofAssignee]) };
  },
});
