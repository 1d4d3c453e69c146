import { z } from "zod";
import type { Project } from "../../db/entities/project.js";
import type { Submission } from "../../db/entities/submission.js";
import { afterOutcome, isReplaced, recordedAt, withPresentKept } from "../../domain/clocks/outcomes.js";
import { withLine } from "../../domain/messages/follow-up.js";
import { submissionOutcomes } from "../../domain/vocabulary.js";
import type { Warning } from "../../domain/warning.js";
import { defineAction } from "../action.js";
import type { ActionContext } from "../context.js";
import { id, note } from "../schemas.js";
import { ifAny, warningsIfAny } from "../warning-results.js";
import { openClockWarnings } from "./filing-warnings.js";
import { lateAnswerWarnings } from "./late-answer.js";
import { countedFrom } from "./outcome-date.js";
import { passedDeadline, withdrawOverdueTask } from "./overdue-task.js";
import { ownDeadlineStoppedWarnings } from "./own-deadline-stopped.js";
import { loadSubmission, presentProject } from "./present-project.js";
import { submissionResult } from "./results.js";
import { presentSubmission, setClock } from "./submission-clock.js";
import { suggestedDeadlines, termsFrom } from "./suggestions.js";
import { unusedIntegrationWarnings } from "./suspension-warnings.js";

export const setSubmissionOutcome = defineAction({
  name: "set_submission_outcome",
  title: { en: "Set a submission's outcome", it: "Registra l'esito di un invio all'ente" },
  description:
    "Stores the authority's answer to a submission, given now; update_submission sets another day (outcomeAt). approved and rejected end its decision deadline and cancel the reminder; approved also cancels the task created when the deadline passed. suspended stops the clock and keeps the remaining days.",
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
    const { submission, project } = await loadSubmission(ctx, submissionId);
    const isRepeated =
      submission.outcome === outcome && (outcome !== "suspended" || !isSuspensionOver(ctx, project, submission));
    const repeated = isRepeated && outcome === "suspended" ? suspendedBefore(ctx, submission) : [];
    const ended = outcome === "suspended" ? endedBefore(submission) : [];
    const ownDeadline = project.fateOfDeadline(ctx.caller.timezone);
    const recorded = project.recordedNow(ctx.now);
    const answered = { outcomeAt: ctx.now, outcomeSetAt: recorded > ctx.now ? recorded : null };
    const isNoted = !notes || submission.notes === notes || submission.notes?.endsWith(`\n${notes}`);
    ctx.update(submission, {
      outcome,
      ...(isRepeated ? {} : { ...answered, outcomesBefore: withPresentKept(submission) }),
      notes: isNoted ? undefined : withLine(submission.notes, notes),
    });
    // A rejection leaves the task open: whether the silence before it counts as consent is then what matters.
    const passed = outcome === "approved" ? passedDeadline(submission) : null;
    if (passed) await withdrawOverdueTask(ctx, submission, passed);
    const clock = afterOutcome(submission, submission, ctx.caller.timezone);
    if (clock.clockState !== submission.clockState) await setClock(ctx, submission, clock);
    const terms = termsFrom(ctx, submission, outcome);
    const explanation = countedFrom(ctx, submission, terms);
    const warnings = [
      ...repeated,
      ...ended,
      ...lateAnswerWarnings(ctx, project.type, submission, "/outcome"),
      ...clocksNotMet(ctx, project, submission),
      ...ownDeadlineStoppedWarnings(ctx, project, submission, ownDeadline),
      ...(await unusedIntegrationWarnings(ctx, submission, "/outcome")),
    ];
    return { ...presentSubmission(ctx, submission), suggestedDeadlines: terms, explanation, ...ifAny(warnings) };
  },
});

/** Whether what a suspension stopped has gone on since: its clock or, of a submission without one, the project's own deadline; or an integration was filed. */
function isSuspensionOver(ctx: ActionContext, project: Project, submission: Submission): boolean {
  const { clockState } = submission;
  if (clockState !== null) return clockState === "running" || clockState === "overdue";
  const suspendedAt = recordedAt(submission);
  const isLater = (instant: Date | string) => suspendedAt !== null && new Date(instant) > suspendedAt;
  return (
    project.fateOfDeadline(ctx.caller.timezone) === null ||
    (project.clockedSubmissions ?? []).some(
      ({ kind, createdAt, integrated }) => kind === "integration" && isLater(integrated?.at ?? createdAt),
    )
  );
}

/**
 * A suspension that is recorded twice is one, counted from the first day: a repeated call changes nothing. The authority may have asked
 * again, though. Of a clock that an integration replaced, the integration's is what can be suspended.
 */
function suspendedBefore(ctx: ActionContext, submission: Submission): Warning[] {
  const { id, outcomeAt } = submission;
  if (outcomeAt === null || isReplaced(submission)) return [];
  const since = ctx.dayOf(outcomeAt);
  return [
    {
      code: "suspended_before",
      pointer: "/outcome",
      detail: `The submission has been suspended since ${since}, and no integration has been recorded since: that day stays, and no second suspension is recorded.`,
      suggestion: `If the integration that answered the first one was filed, record it with record_submission {"kind": "integration", "submittedAt": "YYYY-MM-DD", …}, then the suspension again; if ${since} is wrong, correct it with update_submission {"submissionId": "${id}", "outcomeAt": "YYYY-MM-DD"}.`,
    },
  ];
}

/** A suspension after a decision stops nothing: the decision ended the clock, and no integration makes it go on. */
function endedBefore(submission: Submission): Warning[] {
  const { id, outcome, clockState } = submission;
  if (clockState !== "closed" || isReplaced(submission) || outcome === null || outcome === "suspended") return [];
  return [
    {
      code: "clock_ended",
      pointer: "/outcome",
      detail: `The submission was ${outcome} before, which ended its clock: there is no clock to suspend, and none will run once an integration is filed.`,
      suggestion: `If it was ${outcome} by mistake, take the outcomes back one by one with reopen_submission {"submissionId": "${id}"} until the clock runs again, then set "suspended".`,
    },
  ];
}

/**
 * An outcome of a filing without a clock, such as an integration, leaves the clock of the filing that it belongs to as it was; one of a
 * filing whose clock an integration replaced leaves the integration's.
 */
function clocksNotMet(ctx: ActionContext, project: Project, submission: Submission): Warning[] {
  if (submission.clockState !== null && !isReplaced(submission)) return [];
  const running = presentProject(ctx, project).clocks.filter(({ status }) => status !== "suspended");
  return openClockWarnings(ctx, running, { pointer: "/submissionId", stage: undefined });
}
