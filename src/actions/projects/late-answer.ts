import type { Submission } from "../../db/entities/submission.js";
import { workingDayFrom } from "../../domain/calendar/holidays.js";
import { silenceMeans } from "../../domain/clocks/overdue.js";
import type { ProjectType } from "../../domain/vocabulary.js";
import type { Warning } from "../../domain/warning.js";
import type { ActionContext } from "../context.js";

/**
 * A suspension or a refusal of a day on which the clock had run out: what the silence until then meant isn't undone by it, and an
 * integration would let the term begin anew.
 * @param pointer to what says when the authority answered
 */
export function lateAnswerWarnings(
  ctx: ActionContext,
  type: ProjectType,
  { id, outcome, outcomeAt, outcomesBefore }: Submission,
  pointer: string,
): Warning[] {
  const before = outcomesBefore?.at(-1);
  const ran = before?.clockState === "running" || before?.clockState === "overdue";
  if (!ran || before.decisionDeadline === null || outcomeAt === null || outcome === "approved") return [];
  const [ended, answered] = [ctx.dayOf(new Date(before.decisionDeadline)), ctx.dayOf(outcomeAt)];
  if (answered <= workingDayFrom(ended)) return [];
  return [
    {
      code: "answered_late",
      pointer,
      detail: `The term had ended on ${ended}, before this answer of ${answered}. ${silenceMeans[type].en}`,
      suggestion: `If the answer is of an earlier day, correct it with update_submission {"submissionId": "${id}", "outcomeAt": "YYYY-MM-DD"}; else check first what the silence until then has brought about.`,
    },
  ];
}
