import { z } from "zod";
import { watchSubmission } from "../../contracts/watch-submission.js";
import { Project } from "../../db/entities/project.js";
import { Submission } from "../../db/entities/submission.js";
import { submissionName } from "../../domain/italian-names.js";
import { defineAction } from "../action.js";
import { hold, keepDeleted } from "../deletions/keep-deleted.js";
import { closeDeadlineReminders } from "../reminders/plan.js";
import { deletedResult } from "../results.js";
import { id } from "../schemas.js";
import { watchWithSubmissions } from "./deadline.js";
import { passedDeadline, withdrawOverdueTask } from "./overdue-task.js";
import { readClockFacts, recountClocks } from "./recount-clocks.js";
import { withdrawNotices } from "./withdrawn-notice.js";

export const deleteSubmission = defineAction({
  name: "delete_submission",
  title: { en: "Delete a submission", it: "Elimina un invio all'ente" },
  description:
    "Deletes a submission from a project's history. Its clock ends; the reminder of its deadline and the task created when it passed are cancelled. If it was an integration, the clock that it moved or replaced is as before, or goes on with the next integration.",
  area: "projects",
  permissions: ["projects:delete"],
  effect: "delete",
  addition: true,

  input: z.strictObject({ submissionId: id("the submission to delete") }),
  result: deletedResult,

  async run({ submissionId }, ctx) {
    const submission = await ctx.load(Submission, { submissionId });
    await hold(ctx, "submission", submission.id);
    ctx.delete(submission);
    await withdrawNotices(ctx, [submission], "its filing was deleted");
    await closeDeadlineReminders(ctx, [submission], "Annullato: l'invio all'ente è stato eliminato.");
    if (submission.clockState) ctx.signal(watchSubmission, { submissionId: submission.id });
    const project = await ctx.follow(Project, submission.projectId);
    if (project) {
      const ownDeadline = project.fateOfDeadline(ctx.caller.timezone);
      const facts = await readClockFacts(ctx, project, submission);
      await recountClocks(ctx, project, facts, { before: facts.filing, after: null });
      await withdrawOverdueTask(ctx, submission, passedDeadline(submission));
      project.clockedSubmissions = (project.clockedSubmissions ?? []).filter(({ id }) => id !== submission.id);
      await watchWithSubmissions(ctx, project, ownDeadline, submission);
    }
    const what = submissionName(submission.kind, submission.submittedAt, ctx.caller.timezone);
    const title = [project?.name, what, submission.protocolNumber].filter(Boolean).join(", ");
    return keepDeleted(ctx, { kind: "submission", id: submission.id, title });
  },
});
