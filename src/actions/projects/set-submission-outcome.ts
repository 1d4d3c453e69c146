import { z } from "zod";
import { Project } from "../../db/entities/project.js";
import { Submission } from "../../db/entities/submission.js";
import { withLine } from "../../domain/follow-up.js";
import { withPresentKept } from "../../domain/outcomes.js";
import { submissionOutcomes } from "../../domain/vocabulary.js";
import type { Warning } from "../../domain/warning.js";
import { defineAction } from "../action.js";
import type { ActionContext } from "../context.js";
import { ifAny, submissionResult, warningsIfAny } from "../results.js";
import { id, note } from "../schemas.js";
import { openClockWarnings } from "./filing-warnings.js";
import { countedFrom } from "./outcome-date.js";
import { presentProject, showOnProject } from "./present-project.js";
import { applyOutcome, presentSubmission } from "./submission-clock.js";
import { passedDeadline, withdrawOverdueTask } from "./submission-deadline.js";
import { suggestedDeadlines, termsFrom } from "./suggestions.js";
import { unusedIntegrationWarnings } from "./suspension-warnings.js";

export const setSubmissionOutcome = defineAction({
  name: "set_submission_outcome",
  title: { en: "Set a submission's outcome", it: "Registra l'esito di un invio" },
  description:
    "Stores the authority's answer to a submission. It counts from now; update_submission corrects its day. Approved and rejected end its decision deadline and cancel its reminder, approved also the task that was opened if it had passed; suspended stops the clock and keeps the days that remained.",
  area: "projects",
  permissions: ["projects:edit"],
  effect: "update",
  idempotent: true,

  input: z.strictObject({
    submissionId: id("the submission"),
    outcome: z.enum(submissionOutcomes).describe("the authority's answer"),
    notes: note("a note on the answer, added as a line to the submission's notes").optional(),
  }),
  result: submissionResult.extend({
    suggestedDeadlines,
    explanation: z.string().nullable().describe("from which day the remaining days or the terms are counted"),
    warnings: warningsIfAny,
  }),

  async run({ submissionId, outcome, notes }, ctx) {
    const submission = await ctx.load(Submission, { submissionId });
    const isSuspendedAgain = outcome === "suspended" && submission.clockState === "running";
    const isRepeated = submission.outcome === outcome && !isSuspendedAgain;
    const isNoted = !notes || submission.notes === notes || submission.notes?.endsWith(`\n${notes}`);
    ctx.update(submission, {
      outcome,
      ...(isRepeated ? {} : { outcomeAt: ctx.now, outcomeSetAt: null, outcomesBefore: withPresentKept(submission) }),
      notes: isNoted ? undefined : withLine(submission.notes, notes),
    });
    // Not where it was rejected: whether the silence of before counts as consent is then what matters.
    const passed = outcome === "approved" ? passedDeadline(submission) : null;
    if (passed) await withdrawOverdueTask(ctx, await ctx.load(Project, { projectId: submission.projectId }), passed);
    await applyOutcome(ctx, submission, outcome);
    const terms = termsFrom(ctx, submission, outcome);
    const explanation = countedFrom(ctx, submission, terms.length > 0);
    const warnings = [
      ...(await clocksNotMet(ctx, submission)),
      ...(await unusedIntegrationWarnings(ctx, submission, "/outcome")),
    ];
    return { ...presentSubmission(ctx, submission), suggestedDeadlines: terms, explanation, ...ifAny(warnings) };
  },
});

/** An outcome of a filing without a clock, such as an integration, leaves the clock of the filing that it belongs to as it was. */
async function clocksNotMet(ctx: ActionContext, submission: Submission): Promise<Warning[]> {
  if (submission.clockState !== null) return [];
  const project = await ctx.load(Project, { projectId: submission.projectId });
  showOnProject(project, submission);
  const running = presentProject(ctx, project).clocks.filter(({ status }) => status !== "suspended");
  return openClockWarnings(ctx, running, { pointer: "/submissionId", stage: undefined });
}
