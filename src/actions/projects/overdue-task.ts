import { Submission } from "../../db/entities/submission.js";
import { Task } from "../../db/entities/task.js";
import { overdueTasks, overdueTaskTitles, tasksToReopen, titleAsNow } from "../../domain/clocks/overdue.js";
import type { ActionContext } from "../context.js";

/** The deadline that has passed and that people were told of, also if its clock was suspended since; null: none has, or it is closed. */
export const passedDeadline = ({ clockState, overdueAt, decisionDeadline }: Submission): Date | null =>
  overdueAt !== null && clockState !== "closed" ? decisionDeadline : null;

/** Whose deadline has passed: a submission's, or with no id the project's own. */
type Clock = Pick<Submission, "projectId"> & { id: string | null };

/** Cancels the task that was opened when a deadline passed, where that was wrong or is settled, unless somebody has begun with it. */
export async function withdrawOverdueTask(ctx: ActionContext, clock: Clock, deadline: Date | null): Promise<void> {
  if (deadline === null) return;
  const { tasks, others } = await tasksOf(ctx, clock, deadline);
  const open = tasks.filter(({ status }) => status === "todo" || status === "in_progress");
  const untouched = open.filter(({ status }) => status === "todo");
  for (const task of untouched.slice(0, Math.max(0, open.length - others))) ctx.update(task, { status: "cancelled" });
}

/** The same task, where what had settled it is taken back. */
export async function reopenOverdueTask(ctx: ActionContext, clock: Clock, deadline: Date | null): Promise<void> {
  if (deadline === null) return;
  for (const task of tasksToReopen(await tasksOf(ctx, clock, deadline))) ctx.update(task, { status: "todo" });
}

/** Names the same task by the deadline's right date, where that has passed as well. */
export async function redateOverdueTask(ctx: ActionContext, clock: Clock, before: Date, deadline: Date): Promise<void> {
  const { timezone } = ctx.caller;
  const [titles, right] = [overdueTaskTitles(before, timezone), overdueTaskTitles(deadline, timezone)];
  const { tasks, others } = await tasksOf(ctx, clock, before);
  const moved = others === 0 ? tasks : tasks.filter(({ status }) => status !== "cancelled").slice(others);
  for (const task of moved) ctx.update(task, { title: right[titles.indexOf(titleAsNow(task.title))] });
}

async function tasksOf(ctx: ActionContext, { projectId, id }: Clock, deadline: Date) {
  const [tasks, submissions] = [await ctx.all(Task, { projectId }), await ctx.all(Submission, { projectId })];
  return overdueTasks({ tasks, submissions }, { id, deadline, timezone: ctx.caller.timezone });
}
