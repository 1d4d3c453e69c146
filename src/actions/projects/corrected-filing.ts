import type { Project } from "../../db/entities/project.js";
import type { Submission } from "../../db/entities/submission.js";
import { type Filing, integrationNow } from "../../domain/clocks/clock-facts.js";
import { withDeadline, withOutcomeAt } from "../../domain/clocks/outcomes.js";
import { same } from "../../domain/same.js";
import type { ActionContext } from "../context.js";
import type { ClockFacts } from "./recount-clocks.js";

/** What the clocks follow from of a submission that was corrected. An integration that becomes another one takes effect anew. */
export function correctedFiling(
  ctx: ActionContext,
  project: Project,
  submission: Submission,
  { filing, filings }: ClockFacts,
  dates: { outcomeAt: Date | null | undefined; decisionDeadline: Date | null | undefined },
): Filing {
  const { kind, submittedAt, decisionDeadline: before } = submission;
  const { outcomeAt, decisionDeadline = before } = dates;
  const isGiven = !same(decisionDeadline, before);
  if (isGiven && filing.states.some(({ continuedBy }) => continuedBy !== null))
    ctx.update(submission, { deadlineGivenAt: project.recordedNow(ctx.now) });
  const answered = outcomeAt ? withOutcomeAt(filing.states, outcomeAt) : filing.states;
  const states = isGiven ? withDeadline(answered, decisionDeadline) : answered;
  const corrected = { ...filing, kind, submittedAt, deadlineGivenAt: submission.deadlineGivenAt, states };
  const effect = effectOf(corrected);
  if (effect === effectOf(filing)) return corrected;
  // Also when it gets or loses a deadline of its own, it stays about the clock that it has met.
  const met = filing.integration?.clocks ?? [];
  const clocks = met.length > 0 ? met : null;
  return { ...corrected, integration: effect && integrationNow(project, filings, ctx.now, clocks) };
}

/** What an integration does to the clock that it meets; null: it is no integration. */
const effectOf = ({ kind, states }: Filing) =>
  kind !== "integration" ? null : states.at(-1)?.decisionDeadline ? "replaces" : "resumes";
