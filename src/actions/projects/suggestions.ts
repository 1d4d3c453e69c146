import { z } from "zod";
import type { Project } from "../../db/entities/project.js";
import type { Submission } from "../../db/entities/submission.js";
import {
  type PossibleDeadline,
  possibleDeadlines,
  type SuggestedDeadline,
  suggestDeadline,
} from "../../domain/clocks/deadlines.js";
import type { ProcedureRule, TermStart } from "../../domain/clocks/procedure-rules.js";
import type { SubmissionOutcome } from "../../domain/vocabulary.js";
import type { ActionContext } from "../context.js";

export const suggestedDeadline = z
  .object({ date: z.string(), effectiveDate: z.string(), rule: z.string(), source: z.string() })
  .nullable()
  .describe("by when the authority must decide by law, if no deadline was given; only a suggestion, nothing is set");

export const suggestedDeadlines = z
  .array(
    z.object({
      rule: z.string(),
      term: z.string(),
      date: z.string().nullable(),
      effectiveDate: z.string().nullable(),
      countedFrom: z.string().nullable().describe("an event whose date isn't known"),
      meaning: z.string(),
      source: z.string(),
      isVerified: z.boolean(),
    }),
  )
  .describe("terms of the law that may apply: the one for the decision, then by date; nothing is set");

/**
 * The terms that a filing starts by law, once it is decided those alone that outlast that; none where a deadline was given, nor for what
 * asks nothing of the authority.
 */
export function suggestionsFor(
  { caller: { timezone } }: ActionContext,
  { type }: Project,
  { kind, submittedAt, decisionDeadline, outcome }: Submission,
): { suggestedDeadline: SuggestedDeadline | null; suggestedDeadlines: PossibleDeadline[] } {
  const terms = (start: TermStart, applies?: (rule: ProcedureRule) => boolean) =>
    possibleDeadlines(type, start, submittedAt, timezone, applies);
  if (decisionDeadline !== null || outcome === "rejected" || kind === "outcome")
    return { suggestedDeadline: null, suggestedDeadlines: [] };
  if (outcome === "approved") {
    const outlasting = kind === "submission" ? terms("filing", ({ outlastsApproval = false }) => outlastsApproval) : [];
    return { suggestedDeadline: null, suggestedDeadlines: outlasting };
  }
  if (kind === "reminder") return { suggestedDeadline: null, suggestedDeadlines: terms("request") };
  const completes = kind === "integration";
  return {
    suggestedDeadline: suggestDeadline(type, submittedAt, timezone),
    suggestedDeadlines: terms("filing", ({ isDecision = false }) => isDecision || !completes),
  };
}

/** The terms that an authority's answer starts by law. */
export const termsFrom = (
  { now, caller: { timezone } }: ActionContext,
  { projectType, outcomeAt }: Submission,
  outcome: SubmissionOutcome,
): PossibleDeadline[] =>
  projectType === undefined ? [] : possibleDeadlines(projectType, outcome, outcomeAt ?? now, timezone);
