import { z } from "zod";
import { watchProject } from "../../contracts/watch-project.js";
import { watchSubmission } from "../../contracts/watch-submission.js";
import { Project } from "../../db/entities/project.js";
import { Submission } from "../../db/entities/submission.js";
import { defineAction } from "../action.js";
import { hold, keepDeleted } from "../deletions/keep-deleted.js";
import { closeDeadlineReminders } from "../reminders/plan.js";
import { deletedResult } from "../results.js";
import { projectId } from "./fields.js";
import { withdrawNotices } from "./withdrawn-notice.js";

export const deleteProject = defineAction({
  name: "delete_project",
  title: { en: "Delete a project", it: "Elimina una pratica" },
  description:
    "Deletes a project with its tasks, bills of quantities, submissions and shares, and cancels the reminders of its submissions' deadlines. Its documents, contacts, threads and other reminders stay, without a project.",
  area: "projects",
  permissions: ["projects:delete"],
  effect: "delete",

  input: z.strictObject({ projectId }),
  result: deletedResult,

  async run({ projectId }, ctx) {
    const project = await ctx.load(Project, { projectId });
    // Locked, so that no submission is recorded meanwhile: nothing would cancel its reminder.
    await hold(ctx, "project", project.id);
    ctx.delete(project);
    const submissions = await ctx.all(Submission, { projectId: project.id });
    await closeDeadlineReminders(ctx, submissions, "Annullato: la pratica è stata eliminata.");
    for (const { id, clockState } of submissions) if (clockState) ctx.signal(watchSubmission, { submissionId: id });
    await withdrawNotices(ctx, [project, ...submissions], "its project was deleted");
    if (project.deadlineWatchedAt) ctx.signal(watchProject, { projectId: project.id });
    return keepDeleted(ctx, { kind: "project", id: project.id, title: project.name });
  },
});
