import { z } from "zod";
import { Project } from "../../db/entities/project.js";
import { Submission } from "../../db/entities/submission.js";
import { farDateWarnings, farFilingYears, filingWarnings } from "../../domain/date-warnings.js";
import { submissionKinds } from "../../domain/vocabulary.js";
import type { Warning } from "../../domain/warning.js";
import { defineAction } from "../action.js";
import { projectResult, submissionResult, warningResult } from "../results.js";
import { date, emptyToNull, id, label, note, optionalDate } from "../schemas.js";
import { watchDeadline } from "./deadline.js";
import { deadlineKeptWarnings, hasGoneOn } from "./deadline-kept.js";
import { correctedBy, filingOf, integrationWarnings } from "./filing-warnings.js";
import { applyIntegration, moveContinuedClock, openAgain, recordedClock } from "./integration-clock.js";
import { takeIntegrationAway, takeIntegrationBack } from "./integration-taken-back.js";
import { correctOutcomeDate, countedFrom, requireFilingDate, requireOutcomeDate } from "./outcome-date.js";
import { presentProject, showOnProject } from "./present-project.js";
import { presentSubmission } from "./submission-clock.js";
import { correctDeadline } from "./submission-deadline.js";
import { suggestedDeadline, suggestedDeadlines, suggestionsFor, termsFrom } from "./suggestions.js";
import { stillSuspendedWarnings, suspensionDayWarnings, unusedIntegrationWarnings } from "./suspension-warnings.js";

export const updateSubmission = defineAction({
  name: "update_submission",
  title: { en: "Correct a submission", it: "Corregge un invio all'ente" },
  description:
    "Changes the given fields of a submission. Its clock and reminder follow a new decisionDeadline, the remaining days of a suspended clock follow outcomeAt, and a clock that an integration resumed follows the integration's submittedAt.",
  area: "projects",
  permissions: ["projects:edit"],
  effect: "update",
  addition: true,
  idempotent: true,

  input: z.strictObject({
    submissionId: id("the submission"),
    kind: z
      .enum(submissionKinds)
      .describe("integration: documents the authority asked for; reminder: sollecito")
      .optional(),
    protocolNumber: label("the authority's protocol number").optional(),
    submittedAt: date("when it was filed, not after the day of its outcome").optional(),
    decisionDeadline: optionalDate("by when the authority must decide"),
    outcomeAt: date("when the authority gave its answer, not before the filing and not in the future").optional(),
    notes: note("free notes").optional(),
  }),
  result: submissionResult.extend({
    clock: recordedClock,
    project: projectResult,
    suggestedDeadline,
    suggestedDeadlines,
    explanation: z.string().nullable().describe("where outcomeAt is given: what is counted from that day"),
    warnings: z.array(warningResult),
  }),

  async run({ submissionId, kind, protocolNumber, notes, ...dates }, ctx) {
    const submission = await ctx.load(Submission, { submissionId });
    const project = await ctx.load(Project, { projectId: submission.projectId });
    showOnProject(project, submission);
    const [filedBefore, effectBefore] = [submission.submittedAt, effectOf(submission)];
    const hadGoneOn = hasGoneOn(submission);
    const [submittedAt, outcomeAt] = [ctx.instant(dates.submittedAt), ctx.instant(dates.outcomeAt)];
    if (outcomeAt) requireOutcomeDate(ctx, { ...submission, submittedAt: submittedAt ?? filedBefore }, outcomeAt);
    else if (submittedAt) requireFilingDate(ctx, submission, submittedAt);
    ctx.update(submission, {
      kind,
      protocolNumber: emptyToNull(protocolNumber),
      submittedAt: submittedAt ?? undefined,
      notes: emptyToNull(notes),
    });
    const decisionDeadline = ctx.instant(dates.decisionDeadline);
    const effect = effectOf({
      kind: submission.kind,
      decisionDeadline: decisionDeadline === undefined ? submission.decisionDeadline : decisionDeadline,
    });
    const isOther = effect !== effectBefore;
    const takeBack = effect === null ? takeIntegrationAway : takeIntegrationBack;
    if (isOther && effectBefore !== null) await takeBack(ctx, project, submission, filedBefore);
    const isMoved = outcomeAt ? await correctOutcomeDate(ctx, project, submission, outcomeAt) : false;
    let isReopened = (await correctDeadline(ctx, project, submission, decisionDeadline)) || isMoved;
    const applied = isOther && effect !== null ? await applyIntegration(ctx, project, submission) : null;
    if (!isOther && effect === "resumes")
      isReopened = (await moveContinuedClock(ctx, project, submission, filedBefore)) || isReopened;
    // It may be covered no more, or again.
    if (project.decisionDeadline !== null) watchDeadline(ctx, project);
    const presented = presentSubmission(ctx, submission);
    const shown = presentProject(ctx, project);
    const isKept = dates.decisionDeadline === undefined && submission.decisionDeadline !== null;
    const isFiling = submission.kind === "submission";
    const isStale = isKept && submission.submittedAt.getTime() !== filedBefore.getTime();
    const isByLaw = isStale && !hasGoneOn(submission);
    const suggestions = suggestionsFor(ctx, project, isByLaw ? { ...submission, decisionDeadline: null } : submission);
    const terms = outcomeAt && submission.outcome ? termsFrom(ctx, submission, submission.outcome) : [];
    return {
      ...presented,
      ...suggestions,
      suggestedDeadlines: [...suggestions.suggestedDeadlines, ...terms],
      explanation: outcomeAt ? countedFrom(ctx, submission, terms.length > 0) : null,
      warnings: [
        ...(submittedAt || decisionDeadline
          ? filingWarnings(submission, filingOf(ctx, project, isFiling && !isKept && !hadGoneOn), correctedBy)
          : []),
        ...farDateWarnings(outcomeAt, filingOf(ctx, project, false), {
          pointer: "/outcomeAt",
          corrector: correctedBy.corrector,
          from: farFilingYears,
        }),
        ...(submittedAt || kind ? integrationWarnings(ctx, project, submission) : []),
        ...(applied?.warnings ?? []),
        ...stillSuspendedWarnings(ctx, shown.clocks, applied?.submissionId ?? null),
        ...(outcomeAt ? await unusedIntegrationWarnings(ctx, submission, "/outcomeAt") : []),
        ...(outcomeAt ? await suspensionDayWarnings(ctx, submission) : []),
        ...(isStale ? deadlineKeptWarnings(ctx, project, { submission, filedBefore, ...suggestions }) : []),
        ...(isReopened ? [reminderReopened] : []),
      ],
      clock: applied?.term ?? presented.clock,
      project: shown,
    };
  },
});

const reminderReopened: Warning = {
  code: "reminder_reopened",
  pointer: "/decisionDeadline",
  detail: openAgain,
  suggestion: "If nothing is left to do by the new date either, close it with complete_reminder.",
};

/** What an integration does to the clock that it meets; null: it is no integration. */
const effectOf = ({ kind, decisionDeadline }: Pick<Submission, "kind" | "decisionDeadline">) =>
  kind !== "integration" ? null : decisionDeadline === null ? "resumes" : "replaces";
