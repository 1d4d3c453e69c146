import { z } from "zod";
import { defineAction } from "../action.js";
import { id } from "../schemas.js";
import { watchDeadline } from "./deadline.js";
import { passedDeadline, reopenOverdueTask } from "./overdue-task.js";
import { loadSubmission, presentProject } from "./present-project.js";
import { readClockFacts, recountClocks } from "./recount-clocks.js";
import { projectResult, submissionResult } from "./results.js";
import { presentSubmission } from "./submission-clock.js";
import { sendWithdrawnNotice } from "./withdrawn-notice.js";

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
    const facts = await readClockFacts(ctx, project, submission);
    const { filing: before } = facts;
    if (before.states.length > 1)
      await recountClocks(ctx, project, facts, { before, after: { ...before, states: before.states.slice(0, -1) } });
    await reopenOverdueTask(ctx, project, passedDeadline(submission));
    // A decision on a submission without a date has settled the project's own deadline.
    if (project.decisionDeadline !== null) watchDeadline(ctx, project);
    await sendWithdrawnNotice(ctx, project.id, project);
    return { ...presentSubmission(ctx, submission), project: presentProject(ctx, project) };
  },
});
