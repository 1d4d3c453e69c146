import type { Project } from "../../db/entities/project.js";
import type { Submission } from "../../db/entities/submission.js";
import { wholeDay } from "../../domain/time.js";
import type { Warning } from "../../domain/warning.js";
import type { ActionContext } from "../context.js";

/**
 * An answer to a submission without a deadline stops the project's own deadline, which may have been that of another filing: that one
 * would pass with nobody told.
 * @param before what had become of the project's own deadline before the answer
 */
export function ownDeadlineStoppedWarnings(
  { caller: { timezone } }: ActionContext,
  project: Project,
  submission: Submission,
  before: ReturnType<Project["fateOfDeadline"]>,
): Warning[] {
  const after = project.fateOfDeadline(timezone);
  const filings = (project.clockedSubmissions ?? []).filter(({ kind }) => kind === "submission");
  const [other, ...more] = filings.filter(({ id }) => id !== submission.id);
  if (!other || !project.decisionDeadline || !after || after.fate === before?.fate) return [];
  const day = wholeDay(project.decisionDeadline, timezone);
  const owner = more.length === 0 ? `{"submissionId": "${other.id}", ` : `{"submissionId": …, `;
  return [
    {
      code: "own_deadline_stopped",
      pointer: "/submissionId",
      detail: `The submission has no deadline, so its outcome counts for the project's own, ${day}, which is ${after.fate} now.`,
      suggestion: `If it is the deadline of another filing, give it to that one with update_submission ${owner}"decisionDeadline": "${day}"}.`,
    },
  ];
}
