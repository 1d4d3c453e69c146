import { z } from "zod";
import type { Project } from "../../db/entities/project.js";
import type { Submission } from "../../db/entities/submission.js";
import {
  type PossibleDeadline,
  possibleDeadlines,
  type SuggestedDeadline,
  suggestDeadline,
} from "../../domain/deadlines.js";
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
      date: z.string().nullable().describe("the last day as counted; null: it is counted from a day that isn't known"),
      effectiveDate: z.string().nullable().describe("that day, or the next working day where it is a holiday"),
      countedFrom: z.string().nullable().describe("what it is counted from, if not from the date given"),
      meaning: z.string(),
      source: z.string(),
      isVerified: z.boolean().describe("false: check the term with the authority"),
    }),
  )
  .describe("the terms of the law that begin with this or may apply; only suggestions, nothing is set");

/** The terms that a filing starts by law; none where a deadline was given, nor for what asks nothing of the authority. */
export function suggestionsFor(
  { caller: { timezone } }: ActionContext,
  { type }: Project,
  { kind, submittedAt, decisionDeadline }: Submission,
): { suggestedDeadline: SuggestedDeadline | null; suggestedDeadlines: PossibleDeadline[] } {
  if (decisionDeadline !== null || kind === "outcome") return { suggestedDeadline: null, suggestedDeadlines: [] };
  if (kind === "reminder") {
    const terms = possibleDeadlines(type, "request", submittedAt, timezone);
    return { suggestedDeadline: null, suggestedDeadlines: terms };
  }
  return {
    suggestedDeadline: suggestDeadline(type, submittedAt, timezone),
    suggestedDeadlines: possibleDeadlines(type, "filing", submittedAt, timezone, kind === "integration"),
  };
}

/** The terms that an authority's answer starts by law. */
export const termsFrom = (
  { now, caller: { timezone } }: ActionContext,
  { projectType, outcomeAt }: Submission,
  outcome: SubmissionOutcome,
): PossibleDeadline[] =>
  projectType === undefined ? [] : possibleDeadlines(projectType, outcome, outcomeAt ?? now, timezone);
