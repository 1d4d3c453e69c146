import { z } from "zod";
import type { Project } from "../../db/entities/project.js";
import type { Submission } from "../../db/entities/submission.js";
import { farDateWarnings, farFilingYears, filingWarnings } from "../../domain/clocks/date-warnings.js";
import { submissionKinds } from "../../domain/vocabulary.js";
import type { Warning } from "../../domain/warning.js";
import { defineAction } from "../action.js";
import type { ActionContext } from "../context.js";
import { date, emptyToNull, id, label, note, optionalDate } from "../schemas.js";
import { warningResult } from "../warning-results.js";
import { correctedFiling } from "./corrected-filing.js";
import { watchWithSubmissions } from "./deadline.js";
import { deadlineKeptWarnings, hasGoneOn } from "./deadline-kept.js";
import { planDeadlineReminder } from "./deadline-reminder.js";
import { correctedBy, filingOf, integrationWarnings } from "./filing-warnings.js";
import { effectOn, type IntegrationEffect, openAgain, recordedClock } from "./integration-clock.js";
import { lateAnswerWarnings } from "./late-answer.js";
import { countedFrom, requireFilingDate, requireOutcomeDate } from "./outcome-date.js";
import { ownDeadlineStoppedWarnings } from "./own-deadline-stopped.js";
import { loadSubmission, presentProject } from "./present-project.js";
import { type ClockFacts, readClockFacts, recountClocks } from "./recount-clocks.js";
import { projectResult, submissionResult } from "./results.js";
import { presentSubmission } from "./submission-clock.js";
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
    const { submission, project } = await loadSubmission(ctx, submissionId);
    const ownDeadline = project.fateOfDeadline(ctx.caller.timezone);
    const facts = await readClockFacts(ctx, project, submission);
    const filedBefore = submission.submittedAt;
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
    const corrected = { outcomeAt, decisionDeadline };
    const { isApplied, applied, hasReopened } = await correctClocks(ctx, project, submission, facts, corrected);
    await watchWithSubmissions(ctx, project, ownDeadline, submission);
    const presented = presentSubmission(ctx, submission);
    const shown = presentProject(ctx, project);
    const isKept = dates.decisionDeadline === undefined && submission.decisionDeadline !== null;
    const isFiling = submission.kind === "submission";
    const isStale = isKept && submission.submittedAt.getTime() !== filedBefore.getTime();
    const isByLaw = isStale && !hasGoneOn(submission);
    const asFiled = { ...submission, decisionDeadline: null, outcome: null };
    const suggestions = suggestionsFor(ctx, project, isByLaw ? asFiled : submission);
    const terms = outcomeAt && submission.outcome ? termsFrom(ctx, submission, submission.outcome) : [];
    return {
      ...presented,
      ...suggestions,
      suggestedDeadlines: [...suggestions.suggestedDeadlines, ...terms],
      explanation: outcomeAt ? countedFrom(ctx, submission, terms) : null,
      warnings: [
        ...(submittedAt || decisionDeadline
          ? filingWarnings(submission, filingOf(ctx, project, isFiling && !isKept && !hadGoneOn), correctedBy)
          : []),
        ...farDateWarnings(outcomeAt, filingOf(ctx, project, false), {
          pointer: "/outcomeAt",
          corrector: correctedBy.corrector,
          from: farFilingYears,
        }),
        ...(outcomeAt ? lateAnswerWarnings(ctx, project.type, submission, "/outcomeAt") : []),
        ...(submittedAt || kind || applied ? integrationWarnings(ctx, project, submission) : []),
        ...(applied?.warnings ?? []),
        ...stillSuspendedWarnings(ctx, shown.clocks, submission, applied?.submissionId ?? null),
        ...(isApplied ? ownDeadlineStoppedWarnings(ctx, project, submission, ownDeadline) : []),
        ...(outcomeAt ? await unusedIntegrationWarnings(ctx, submission, "/outcomeAt") : []),
        ...(outcomeAt ? await suspensionDayWarnings(ctx, submission) : []),
        ...(isStale ? deadlineKeptWarnings(ctx, project, { submission, filedBefore, ...suggestions }) : []),
        ...(hasReopened ? [reminderReopened] : []),
      ],
      clock: applied?.term ?? presented.clock,
      project: shown,
    };
  },
});

/**
 * Has the clocks of a project, and their reminders, follow a correction of one of its submissions.
 * @returns whether it takes effect as an integration, and how; whether the reminder of another clock than that is open again
 */
async function correctClocks(
  ctx: ActionContext,
  project: Project,
  submission: Submission,
  facts: ClockFacts,
  corrected: { outcomeAt: Date | null | undefined; decisionDeadline: Date | null | undefined },
): Promise<{ isApplied: boolean; applied: IntegrationEffect | null; hasReopened: boolean }> {
  const before = facts.filing;
  const after = correctedFiling(ctx, project, submission, facts, corrected);
  const recounted = await recountClocks(ctx, project, facts, { before, after });
  const isApplied = after.integration !== null && after.integration !== before.integration;
  const applied = isApplied ? effectOn(ctx, project, submission, facts, recounted) : null;
  const { decisionDeadline } = corrected;
  const reminders = recounted.followed.get(submission.id)?.reminders;
  if (decisionDeadline && submission.clockState !== "closed" && reminders?.length === 0)
    planDeadlineReminder(ctx, project, submission, decisionDeadline);
  const hasReopened = [...recounted.followed].some(([id, { reopened }]) => reopened && id !== applied?.submissionId);
  return { isApplied, applied, hasReopened };
}

const reminderReopened: Warning = {
  code: "reminder_reopened",
  pointer: "/decisionDeadline",
  detail: openAgain,
  suggestion: "If nothing is left to do by the new date either, close it with complete_reminder.",
};
