import type { z } from "zod";
import { Project } from "../../db/entities/project.js";
import { Submission } from "../../db/entities/submission.js";
import { type ClockedSubmission, clocksOf, nearestClock } from "../../domain/clocks/clocks.js";
import type { ActionContext } from "../context.js";
import type { projectResult } from "./results.js";

/** A project as callers see it: with its clocks, and the nearest of them as its deadline. */
export function presentProject(ctx: ActionContext, project: Project): z.input<typeof projectResult> {
  const clocks = clocksOf(project, project.clockedSubmissions ?? [], ctx.now, ctx.caller.timezone);
  const nearest = nearestClock(clocks);
  return {
    ...project,
    decisionDeadline: nearest?.endsAt ?? null,
    decisionDeadlineSource: nearest && (nearest.submissionId === null ? "stage" : "submission"),
    clocks,
  };
}

/** A submission, and its project, which shows it. @throws as `ctx.load` */
export async function loadSubmission(
  ctx: ActionContext,
  submissionId: string,
): Promise<{ submission: Submission; project: Project }> {
  const submission = await ctx.load(Submission, { submissionId });
  const project = await ctx.load(Project, { projectId: submission.projectId });
  showOnProject(project, submission);
  return { submission, project };
}

/** Has a project that was read show a submission as it is now, and as the action goes on to change it. */
export function showOnProject(project: Project, submission: ClockedSubmission): void {
  const others = (project.clockedSubmissions ?? []).filter(({ id }) => id !== submission.id);
  // Ids are in the order in which they were made.
  project.clockedSubmissions = [...others, submission].sort((a, b) => (a.id < b.id ? -1 : 1));
}
