import { z } from "zod";
import { Project } from "../../db/entities/project.js";
import { Submission } from "../../db/entities/submission.js";
import { integrationNow } from "../../domain/clocks/clock-facts.js";
import { isDecided } from "../../domain/clocks/clocks.js";
import { filingWarnings } from "../../domain/clocks/date-warnings.js";
import { submissionKinds } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import type { ActionContext } from "../context.js";
import { omitted } from "../embedded-records.js";
import { reminderResult } from "../reminders/results.js";
import { label, note, optionalDate } from "../schemas.js";
import { ifAny, warningsIfAny } from "../warning-results.js";
import { setStage, watchReopened } from "./deadline.js";
import { planDeadlineReminder } from "./deadline-reminder.js";
import { projectId, stage } from "./fields.js";
import {
  correctedBy,
  filingOf,
  integrationWarnings,
  openClockWarnings,
  repeatedFilingWarnings,
} from "./filing-warnings.js";
import { effectOn, type IntegrationEffect, recordedClock } from "./integration-clock.js";
import { ownDeadlineStoppedWarnings } from "./own-deadline-stopped.js";
import { presentProject, showOnProject } from "./present-project.js";
import { readClockFacts, recountClocks } from "./recount-clocks.js";
import { projectResult, submissionResult } from "./results.js";
import { presentSubmission, startClock } from "./submission-clock.js";
import { suggestedDeadline, suggestedDeadlines, suggestionsFor } from "./suggestions.js";
import { stillSuspendedWarnings } from "./suspension-warnings.js";

export const recordSubmission = defineAction({
  name: "record_submission",
  title: { en: "Record a submission", it: "Registra un invio all'ente" },
  description:
    "Records a filing with an authority in a project's history. decisionDeadline also creates a reminder. Without it, the legal deadline is suggested, and an integration resumes a suspended clock (the authority's time to decide).",
  area: "projects",
  permissions: ["projects:edit"],
  effect: "create",

  input: z.strictObject({
    projectId,
    kind: z
      .enum(submissionKinds)
      .describe("integration: documents the authority asked for; reminder: sollecito")
      .default("submission"),
    protocolNumber: label("the authority's protocol number").optional(),
    submittedAt: optionalDate("when it was filed; now by default"),
    decisionDeadline: optionalDate("by when the authority must decide"),
    notes: note("free notes").optional(),
    advanceStage: stage.describe("the project's new stage").optional(),
  }),
  result: submissionResult.extend({
    clock: recordedClock,
    project: projectResult,
    reminder: reminderResult.nullable().describe("of the decision deadline"),
    suggestedDeadline,
    suggestedDeadlines,
    warnings: warningsIfAny,
    omitted,
  }),

  async run({ projectId, kind, protocolNumber, notes, advanceStage, ...dates }, ctx) {
    const project = await ctx.load(Project, { projectId });
    setStage(ctx, project, advanceStage);
    const before = await ctx.all(Submission, { projectId: project.id, kind });
    const ownDeadline = project.fateOfDeadline(ctx.caller.timezone);
    const submittedAt = ctx.instant(dates.submittedAt) ?? ctx.now;
    const decisionDeadline = ctx.instant(dates.decisionDeadline) ?? null;
    const submission = ctx.insert(Submission, {
      projectId: project.id,
      kind,
      protocolNumber: protocolNumber || null,
      submittedAt,
      decisionDeadline,
      clockState: decisionDeadline && "running",
      notes: notes || null,
    });
    const applied = kind === "integration" ? await apply(ctx, project, submission) : null;
    if (decisionDeadline) startClock(ctx, submission);
    const reminder = decisionDeadline && planDeadlineReminder(ctx, project, submission, decisionDeadline);
    showOnProject(project, submission);
    // The stage may be taken back from approved, and a suspended filing is no longer the only one.
    watchReopened(ctx, project, submission);
    const presented = presentSubmission(ctx, submission);
    const shown = presentProject(ctx, project);
    const warnings = filingWarnings(submission, filingOf(ctx, project, kind === "submission"), correctedBy);
    warnings.push(...repeatedFilingWarnings(ctx, before, submission));
    warnings.push(...integrationWarnings(ctx, project, submission), ...(applied?.warnings ?? []));
    warnings.push(...stillSuspendedWarnings(ctx, shown.clocks, submission, applied?.submissionId ?? null));
    warnings.push(...ownDeadlineStoppedWarnings(ctx, project, submission, ownDeadline));
    const isOutcome = kind === "outcome";
    if (isOutcome || isDecided(advanceStage)) {
      const pointer = isOutcome ? "/kind" : "/advanceStage";
      warnings.push(...openClockWarnings(ctx, shown.clocks, { pointer, stage: advanceStage }));
    }
    return {
      ...presented,
      clock: applied?.term ?? presented.clock,
      project: shown,
      reminder: applied?.reminder ?? reminder,
      ...suggestionsFor(ctx, project, submission),
      ...ifAny(warnings),
    };
  },
});

/** Lets a new integration take effect on the clocks of its project. */
async function apply(ctx: ActionContext, project: Project, submission: Submission): Promise<IntegrationEffect | null> {
  const facts = await readClockFacts(ctx, project, submission);
  const integration = integrationNow(project, facts.filings, ctx.now);
  const recounted = await recountClocks(ctx, project, facts, { before: null, after: { ...facts.filing, integration } });
  return effectOn(ctx, project, submission, facts, recounted);
}
