import type { Project } from "../../db/entities/project.js";
import type { Submission } from "../../db/entities/submission.js";
import { Task } from "../../db/entities/task.js";
import { overdueTaskTitles, titleAsNow } from "../../domain/clocks/overdue.js";
import type { TaskStatus } from "../../domain/vocabulary.js";
import type { ActionContext } from "../context.js";

/** The deadline that has passed and that people were told of, also if its clock was suspended since; null: none has, or it is closed. */
export const passedDeadline = ({ clockState, overdueAt, decisionDeadline }: Submission): Date | null =>
  overdueAt !== null && clockState !== "closed" ? decisionDeadline : null;

/** Cancels the task that was opened when a deadline passed, where that was wrong or is settled, unless somebody has begun with it. */
export const withdrawOverdueTask = (
  ctx: ActionContext,
  project: Pick<Project, "id">,
  deadline: Date | null,
): Promise<void> => moveOverdueTask(ctx, project, deadline, { from: "todo", to: "cancelled" });

/** The same task, where what had settled it is taken back. */
export const reopenOverdueTask = (
  ctx: ActionContext,
  project: Pick<Project, "id">,
  deadline: Date | null,
): Promise<void> => moveOverdueTask(ctx, project, deadline, { from: "cancelled", to: "todo" });

/** Names the same task by the deadline's right date, where that has passed as well. */
export async function redateOverdueTask(
  ctx: ActionContext,
  project: Pick<Project, "id">,
  before: Date,
  deadline: Date,
): Promise<void> {
  const { timezone } = ctx.caller;
  const [titles, right] = [overdueTaskTitles(before, timezone), overdueTaskTitles(deadline, timezone)];
  for (const task of await ctx.all(Task, { projectId: project.id }))
    ctx.update(task, { title: right[titles.indexOf(titleAsNow(task.title))] });
}

async function moveOverdueTask(
  ctx: ActionContext,
  project: Pick<Project, "id">,
  deadline: Date | null,
  { from, to }: Record<"from" | "to", TaskStatus>,
): Promise<void> {
  if (deadline === null) return;
  const titles = overdueTaskTitles(deadline, ctx.caller.timezone);
  for (const task of await ctx.all(Task, { projectId: project.id, status: from }))
    if (titles.includes(titleAsNow(task.title))) ctx.update(task, { status: to });
}
