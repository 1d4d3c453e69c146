import type { Submission } from "../../db/entities/submission.js";
import type { PossibleDeadline } from "../../domain/clocks/deadlines.js";
import { resumptionOf } from "../../domain/clocks/resumed-term.js";
import { conflict, invalidAt } from "../../domain/errors.js";
import { same } from "../../domain/same.js";
import type { ActionContext } from "../context.js";

/** @throws invalid_input for an answer from before the filing or from the future; conflict where there is none */
export function requireOutcomeDate(
  ctx: ActionContext,
  submission: Pick<Submission, "submittedAt" | "outcome">,
  outcomeAt: Date,
): void {
  const [day, filed, today] = [ctx.dayOf(outcomeAt), ctx.dayOf(submission.submittedAt), ctx.dayOf(ctx.now)];
  const detail =
    day < filed
      ? `must not be before the filing of ${filed}; if that date is wrong, correct submittedAt`
      : day > today
        ? `must not be in the future; today is ${today}`
        : null;
  if (detail) throw invalidAt("/outcomeAt", detail);
  if (submission.outcome === null)
    throw conflict("The submission has no outcome whose date could be corrected; set one with set_submission_outcome.");
}

/** @throws invalid_input for a filing from after the day of the answer that is recorded */
export function requireFilingDate(
  ctx: ActionContext,
  { outcome, outcomeAt }: Pick<Submission, "outcome" | "outcomeAt">,
  submittedAt: Date,
): void {
  if (outcome === null || outcomeAt === null) return;
  const answered = ctx.dayOf(outcomeAt);
  if (ctx.dayOf(submittedAt) <= answered) return;
  const detail = `must not be after the outcome of ${answered}; if that date is wrong, correct outcomeAt`;
  throw invalidAt("/submittedAt", detail);
}

/**
 * From which day an outcome's terms and the days that remained were counted, in words, and how a suspended clock will go on; null where
 * nothing was counted.
 */
export function countedFrom(
  ctx: ActionContext,
  { id, projectType, clockState, remainingDays, outcome, outcomeAt, outcomeSetAt }: Submission,
  terms: readonly PossibleDeadline[],
): string | null {
  const day = ctx.dayOf(outcomeAt ?? ctx.now);
  const isSuspended = outcome === "suspended" && clockState === "suspended";
  const what = isSuspended
    ? `${remainingDays === 1 ? "1 day" : `${remainingDays} days`} remained of the term on ${day}`
    : terms.some(({ date }) => date !== null)
      ? `The suggested terms are counted from ${day}`
      : null;
  if (what === null) return null;
  const after = isSuspended && projectType ? ` ${resumptionOf(projectType)}` : "";
  // What was just recorded has both where others of the project's records are of later.
  return outcomeSetAt === null || same(outcomeAt, ctx.now)
    ? `${what}, the day on which the outcome was recorded.${after} If the authority's answer is of another day, say so with update_submission {"submissionId": "${id}", "outcomeAt": "YYYY-MM-DD"}.`
    : `${what}, the day of the authority's answer.${after}`;
}
