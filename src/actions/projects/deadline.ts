import { watchProject } from "../../contracts/watch-project.js";
import type { Project } from "../../db/entities/project.js";
import { isNear } from "../../domain/horizon.js";
import { hasPassed } from "../../domain/time.js";
import type { ActionContext } from "../context.js";

/** Stores a deadline that the project itself holds, with who set it when; undefined leaves it as it is. */
export function setDeadline(ctx: ActionContext, project: Project, deadline: Date | null | undefined): void {
  if (deadline === undefined || deadline?.getTime() === project.decisionDeadline?.getTime()) return;
  ctx.update(project, {
    decisionDeadline: deadline,
    deadlineSetAt: deadline && ctx.now,
    deadlineSetBy: deadline && ctx.caller.userId,
    deadlineSettledAt: null,
  });
}

/**
 * Sees to it that the project's deadline is watched as it stands now: at once where it is near or was watched before, by the sweep
 * where it is far away. A stage that settled it may have been taken back.
 */
export function watchDeadline(ctx: ActionContext, project: Project): void {
  const { decisionDeadline: deadline } = project;
  if (deadline && !hasPassed(deadline, ctx.now, ctx.caller.timezone)) ctx.update(project, { deadlineSettledAt: null });
  const isWatched = project.deadlineWatchedAt !== null;
  if (!deadline || project.deadlineSettledAt !== null) {
    if (isWatched) ctx.signal(watchProject, { projectId: project.id });
    return;
  }
  if (!isWatched && !isNear("deadline", deadline, ctx.now)) return;
  ctx.update(project, { deadlineWatchedAt: ctx.now });
  ctx.wake(watchProject, { projectId: project.id });
}
