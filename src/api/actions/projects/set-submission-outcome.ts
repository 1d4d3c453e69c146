import { z } from "zod";
import { Submission } from "../../../db/entities/submission.js";
import { withLine } from "../../../domain/follow-up.js";
import { submissionOutcomes } from "../../../domain/vocabulary.js";
import { defineAction } from "../../action.js";
import { submissionResult } from "../../results.js";
import { id, text } from "../../schemas.js";
import { closeDeadlines } from "../reminders/plan.js";

const reasons = {
  approved: "Annullato: l'ente ha accolto la domanda.",
  rejected: "Annullato: l'ente ha respinto la domanda.",
} as const;

export const setSubmissionOutcome = defineAction({
  name: "set_submission_outcome",
  title: "Set a submission's outcome",
  description:
    "Stores the authority's answer to a submission. Approved and rejected end its decision deadline and cancel its reminder.",
  area: "projects",
  permissions: ["projects:edit"],
  effect: "update",
  idempotent: true,

  input: z.strictObject({
    submissionId: id("the submission"),
    outcome: z.enum(submissionOutcomes).describe("the authority's answer"),
    notes: text("a note on the answer, added to the submission's notes as a line"),
  }),
  result: submissionResult,

  async run({ submissionId, outcome, notes }, ctx) {
    const submission = await ctx.load(Submission, { submissionId });
    const isRepeated = submission.outcome === outcome;
    const isNoted = !notes || submission.notes === notes || submission.notes?.endsWith(`\n${notes}`);
    ctx.update(submission, {
      outcome,
      outcomeAt: isRepeated ? undefined : ctx.now,
      notes: isNoted ? undefined : withLine(submission.notes, notes),
    });
    if (outcome !== "suspended") await closeDeadlines(ctx, [submission], reasons[outcome]);
    return submission;
  },
});
