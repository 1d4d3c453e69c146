import { watchProject } from "../../contracts/watch-project.js";
import type { Project } from "../../db/entities/project.js";
import type { Submission } from "../../db/entities/submission.js";
import { isNear } from "../../domain/calendar/horizon.js";
import { hasPassed, passesAt } from "../../domain/calendar/time.js";
import { fateOfOwnDeadline, isUndecided } from "../../domain/clocks/clocks.js";
import type { ProjectStage } from "../../domain/vocabulary.js";
import type { ActionContext } from "../context.js";
import { withdrawOverdueTask } from "./overdue-task.js";
import { sendWithdrawnNotice } from "./withdrawn-notice.js";

/** Sets a project's stage; undefined leaves it unchanged. What was approved stays so once works begin: the deadline was met. */
export function setStage(ctx: ActionContext, project: Project, stage: ProjectStage | undefined): void {
  if (stage === undefined) return;
  const isLeft = project.stage === "approved" && stage !== "approved";
  const metAt = isLeft ? project.recordedNow(ctx.now) : project.deadlineMetAt;
  ctx.update(project, { stage, deadlineMetAt: isUndecided(stage) ? null : metAt });
}

/**
 * Sets a project's own deadline, and records who set it and when. Undefined leaves it unchanged; null clears it. The task that was opened
 * when the former one passed is settled with it.
 */
export async function setDeadline(
  ctx: ActionContext,
  project: Project,
  deadline: Date | null | undefined,
): Promise<void> {
  const { decisionDeadline: before, deadlineSettledAt } = project;
  if (deadline === undefined || deadline?.getTime() === before?.getTime()) return;
  ctx.update(project, {
    decisionDeadline: deadline,
    deadlineSetAt: deadline && project.recordedNow(ctx.now),
    deadlineSetBy: deadline && ctx.caller.userId,
    deadlineSettledAt: null,
    deadlineContinuedBy: null,
    deadlineGiven: null,
  });
  if (deadlineSettledAt !== null) await withdrawOverdueTask(ctx, { projectId: project.id, id: null }, before);
}

/**
 * Orders the watcher of a project's deadline, or wakes it, if the deadline is near or was watched before; if it is far away, the
 * sweep does so later. A deadline that has not passed is open again, since what settled it may have been taken back. One that has passed
 * stays settled: after an approval in time works begin, or a variant is filed, and nobody must be told that it passed.
 * @param isTakenBack what stopped it was a mistake: of what passed meanwhile nobody was told yet
 */
export function watchDeadline(ctx: ActionContext, project: Project, isTakenBack = false): void {
  const { decisionDeadline: deadline, deadlineSettledAt: settledAt } = project;
  const { timezone } = ctx.caller;
  const isUntold = isTakenBack && deadline !== null && settledAt !== null && settledAt < passesAt(deadline, timezone);
  if (deadline && (isUntold || !hasPassed(deadline, ctx.now, timezone)))
    ctx.update(project, { deadlineSettledAt: null });
  const isWatched = project.deadlineWatchedAt !== null;
  if (!deadline || project.deadlineSettledAt !== null) {
    if (isWatched) ctx.signal(watchProject, { projectId: project.id });
    return;
  }
  if (!isWatched && !isNear("deadline", deadline, ctx.now)) return;
  ctx.update(project, { deadlineWatchedAt: ctx.now });
  ctx.wake(watchProject, { projectId: project.id });
}

/**
 * Has a project's own deadline watched as the submissions say now: one of them may be one clock with it, or have settled it. Where nothing
 * stops it any more, that it passed is told after all, unless it was settled or withdrawn before the changed submission: of a variant, the
 * former date isn't told. Nor is it where that one is still decided, and only got a date of its own.
 * @param before what had become of it
 */
export async function watchWithSubmissions(
  ctx: ActionContext,
  project: Project,
  before: ReturnType<Project["fateOfDeadline"]>,
  { id, createdAt }: Pick<Submission, "id" | "createdAt">,
): Promise<void> {
  if (project.decisionDeadline === null) return;
  const wasStopped = before?.fate === "closed" || before?.fate === "suspended";
  const isAnswered = project.clockedSubmissions?.some((each) => each.id === id && each.outcome !== null);
  const isTakenBack = wasStopped && !isAnswered && project.fateOfDeadline(ctx.caller.timezone) === null;
  const { deadlineSettledAt } = project;
  watchDeadline(ctx, project, isTakenBack && deadlineSettledAt !== null && deadlineSettledAt >= createdAt);
  if (wasStopped) await sendWithdrawnNotice(ctx, project.id, project, createdAt);
}

/**
 * Has a settled deadline watched again if the stage, or a submission that now has another one beside it, settles it no longer. Works that
 * have begun take no approval back.
 * @param joined the submission that was recorded or restored
 */
export function watchReopened(ctx: ActionContext, project: Project, joined: Submission): void {
  const { timezone } = ctx.caller;
  if (project.deadlineSettledAt === null || project.fateOfDeadline(timezone) !== null) return;
  const others = (project.clockedSubmissions ?? []).filter(({ id }) => id !== joined.id);
  if (project.stage === "in_progress" && fateOfOwnDeadline(project, others, timezone) === null) return;
  watchDeadline(ctx, project);
}
