import { z } from "zod";
import { Project } from "../../db/entities/project.js";
import { Submission } from "../../db/entities/submission.js";
import { suggestDeadline } from "../../domain/deadlines.js";
import { submissionKinds } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { omitted } from "../embedded-records.js";
import { planReminder } from "../reminders/plan.js";
import { projectResult, reminderResult, submissionResult } from "../results.js";
import { emptyToNull, note, optionalDate, words } from "../schemas.js";
import { projectId, stage } from "./fields.js";
import { closeEarlierClock, presentSubmission, startClock } from "./submission-clock.js";

const suggestedDeadline = z
  .object({ date: z.string(), effectiveDate: z.string(), rule: z.string(), source: z.string() })
  .nullable()
  .describe("by when the authority must decide by law, if no deadline was given; only a suggestion, nothing is set");

export const recordSubmission = defineAction({
  name: "record_submission",
  title: { en: "Record a submission", it: "Registra un invio all'ente" },
  description:
    "Adds a filing with an authority to a project's history. A decision deadline creates a reminder; without one, the term set by law is suggested.",
  area: "projects",
  permissions: ["projects:edit"],
  effect: "create",

  input: z.strictObject({
    projectId,
    kind: z.enum(submissionKinds).describe("what was filed or received").default("submission"),
    protocolNumber: words("the authority's protocol number").optional(),
    submittedAt: optionalDate("when it was filed; now by default"),
    decisionDeadline: optionalDate("by when the authority must decide"),
    notes: note("free notes").optional(),
    advanceStage: stage.describe("the project's new stage").optional(),
  }),
  result: submissionResult.extend({
    project: projectResult,
    reminder: reminderResult.nullable().describe("of the decision deadline"),
    suggestedDeadline,
    omitted,
  }),

  async run({ projectId, kind, protocolNumber, notes, advanceStage, ...dates }, ctx) {
    const project = ctx.update(await ctx.load(Project, { projectId }), { stage: advanceStage });
    const submittedAt = ctx.instant(dates.submittedAt) ?? ctx.now;
    const decisionDeadline = ctx.instant(dates.decisionDeadline) ?? null;
    if (kind === "integration" && decisionDeadline !== null) await closeEarlierClock(ctx, project);
    const submission = ctx.insert(Submission, {
      projectId: project.id,
      kind,
      protocolNumber: emptyToNull(protocolNumber) ?? null,
      submittedAt,
      decisionDeadline,
      clockState: decisionDeadline && "running",
      notes: emptyToNull(notes) ?? null,
    });
    if (decisionDeadline) startClock(ctx, submission);
    const reminder =
      decisionDeadline &&
      planReminder(ctx, {
        title: `Termine per la decisione dell'ente: ${project.name}`,
        dueAt: decisionDeadline,
        kind: "deadline",
        projectId: project.id,
        notes: null,
        submissionId: submission.id,
      });
    const asksForDecision = kind === "submission" || kind === "integration";
    return {
      ...presentSubmission(ctx, submission),
      project,
      reminder,
      suggestedDeadline:
        asksForDecision && decisionDeadline === null
          ? suggestDeadline(project.type, submittedAt, ctx.caller.timezone)
          : null,
    };
  },
});
