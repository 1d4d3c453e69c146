import type { Project } from "../../db/entities/project.js";
import type { Submission } from "../../db/entities/submission.js";
import type { Clock } from "../../domain/clocks/clocks.js";
import type { ProjectStage } from "../../domain/vocabulary.js";
import type { Warning } from "../../domain/warning.js";
import type { ActionContext } from "../context.js";

/** What corrects the dates of a submission. */
export const correctedBy = { corrector: "update_submission", outcome: "record it with set_submission_outcome" };

/** What the warnings of a filing go by. @param isOfTerm whether the law sets a term for it, and the deadline was given just now */
export const filingOf = ({ now, caller: { timezone } }: ActionContext, { type }: Project, isOfTerm: boolean) => ({
  now,
  timezone,
  type,
  isOfTerm,
});

/** An integration that is dated before the authority's request that it answers: one of the two days is wrong, and the term with it. */
export function integrationWarnings(ctx: ActionContext, project: Project, filing: Submission): Warning[] {
  const asked = (project.clockedSubmissions ?? []).findLast(
    ({ id, outcome, outcomeAt }) => id !== filing.id && outcome === "suspended" && outcomeAt !== null,
  );
  if (filing.kind !== "integration" || !asked?.outcomeAt) return [];
  const [filed, suspended] = [ctx.dayOf(filing.submittedAt), ctx.dayOf(new Date(asked.outcomeAt))];
  if (filed >= suspended) return [];
  return [
    {
      code: "integration_before_suspension",
      pointer: "/submittedAt",
      detail: `The integration is dated ${filed}, before the suspension of ${suspended}.`,
      suggestion: `Correct submittedAt with update_submission, or the day of the suspension: {"submissionId": "${asked.id}", "outcomeAt": "YYYY-MM-DD"}.`,
    },
  ];
}

/**
 * The filings that are probably the same as a new one: of one day, with the same protocol number or, where neither has one, the
 * same decision deadline.
 * @param before those of its kind
 */
export function repeatedFilingWarnings(
  ctx: ActionContext,
  before: readonly Submission[],
  { kind, protocolNumber, submittedAt, decisionDeadline }: Submission,
): Warning[] {
  const dayOf = (instant: Date | null) => instant && ctx.dayOf(instant);
  const isSame = (other: Submission): boolean =>
    other.protocolNumber === protocolNumber &&
    dayOf(other.submittedAt) === dayOf(submittedAt) &&
    (protocolNumber !== null ||
      (decisionDeadline !== null && dayOf(other.decisionDeadline) === dayOf(decisionDeadline)));
  return before.filter(isSame).map(({ id }) => ({
    code: "duplicate",
    pointer: protocolNumber === null ? "/decisionDeadline" : "/protocolNumber",
    detail: `The ${kind} ${id} of ${dayOf(submittedAt)} has the same ${protocolNumber === null ? "decision deadline" : "protocol number"}.`,
    suggestion: "If it is the same filing, delete the new one with delete_submission.",
  }));
}

/**
 * The clocks that go on although the authority's decision was recorded, or the project is over, since only an outcome closes the clock of a
 * submission.
 * @param pointer to what says so
 */
export function openClockWarnings(
  ctx: ActionContext,
  clocks: readonly Clock[],
  { pointer, stage }: { pointer: string; stage?: ProjectStage | undefined },
): Warning[] {
  const outcome = stage === "approved" ? '"approved"' : '"approved", "rejected" or "suspended"';
  const words = { running: "still runs", overdue: "is still open and overdue", suspended: "is still suspended" };
  return clocks.flatMap(({ submissionId, status, endsAt }) => {
    if (status === "closed") return [];
    const owner =
      submissionId === null ? "The clock of the project's own deadline" : `The clock of submission ${submissionId}`;
    const decided = submissionId === null ? "If the decision ends it" : "If the decision is about it";
    const when = pointer === "/status" ? "Once the authority has decided (until then its notices go on)" : decided;
    return [
      {
        code: "clock_still_running",
        pointer,
        detail: `${owner}, ${ctx.dayOf(endsAt)}, ${words[status]}.`,
        suggestion:
          submissionId === null
            ? `${when}, set the stage "approved" or "closed" with update_project_stage.`
            : `${when}, call set_submission_outcome {"submissionId": "${submissionId}", "outcome": …} with ${outcome}.`,
      },
    ];
  });
}
