import type { Project } from "../../db/entities/project.js";
import type { Submission } from "../../db/entities/submission.js";
import type { Warning } from "../../domain/warning.js";
import type { ActionContext } from "../context.js";

/**
 * An answer to a submission without a deadline stops the project's own deadline, and an integration's deadline replaces it, beside the
 * clock that it meets. Where there are several filings, it may have been another's: that one would pass with nobody told.
 * @param before what had become of the project's own deadline before
 */
export function ownDeadlineStoppedWarnings(
  ctx: ActionContext,
  project: Project,
  { id, kind, decisionDeadline }: Submission,
  before: ReturnType<Project["fateOfDeadline"]>,
): Warning[] {
  const after = project.fateOfDeadline(ctx.caller.timezone);
  if (project.decisionDeadline === null || !after || after.fate === "covered" || after.fate === before?.fate) return [];
  const others = (project.clockedSubmissions ?? []).filter((each) => each.kind === "submission" && each.id !== id);
  const isReplaced = kind === "integration" && decisionDeadline !== null;
  // One of them is what an integration is about.
  if (others.length < (isReplaced ? 2 : 1)) return [];
  const day = ctx.dayOf(project.decisionDeadline);
  const owner = others.length === 1 ? `"${others[0]?.id}"` : "…";
  return [
    {
      code: "own_deadline_stopped",
      pointer: isReplaced ? "/decisionDeadline" : "/submissionId",
      detail: isReplaced
        ? `The integration's deadline replaces the project's own, ${day}, which is ${after.fate} now.`
        : `The submission has no deadline, so its outcome counts for the project's own, ${day}, which is ${after.fate} now.`,
      suggestion: `If it is the deadline of another filing, give it to that one with update_submission {"submissionId": ${owner}, "decisionDeadline": "${day}"}.`,
    },
  ];
}
