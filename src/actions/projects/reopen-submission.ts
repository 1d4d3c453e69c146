import { z } from "zod";
import { defineAction } from "../action.js";
import { id } from "../schemas.js";
import { watchWithSubmissions } from "./deadline.js";
import { passedDeadline, reopenOverdueTask } from "./overdue-task.js";
import { loadSubmission, presentProject } from "./present-project.js";
import { readClockFacts, recountClocks } from "./recount-clocks.js";
import { projectResult, submissionResult } from "./results.js";
import { presentSubmission } from "./submission-clock.js";

export const reopenSubmission = defineAction({
  name: "reopen_submission",
  title: { en: "Take back a submission's outcome", it: "Annulla l'esito di un invio all'ente" },
  description:
    "Undoes the latest outcome, if it was set by mistake: the earlier outcome, or none, holds again, with the clock and reminder as they were then. Notes stay.",
  area: "projects",
  permissions: ["projects:edit"],
  effect: "update",
  addition: true,

  input: z.strictObject({ submissionId: id("the submission") }),
  result: submissionResult.extend({ project: projectResult }),

  async run({ submissionId }, ctx) {
    const { submission, project } = await loadSubmission(ctx, submissionId);
    const ownDeadline = project.fateOfDeadline(ctx.caller.timezone);
    const facts = await readClockFacts(ctx, project, submission);
    const { filing: before } = facts;
    if (before.states.length > 1)
      await recountClocks(ctx, project, facts, { before, after: { ...before, states: before.states.slice(0, -1) } });
    await reopenOverdueTask(ctx, submission, passedDeadline(submission));
    await watchWithSubmissions(ctx, project, ownDeadline, submission);
    return { ...presentSubmission(ctx, submission), project: presentProject(ctx, project) };
  },
});
