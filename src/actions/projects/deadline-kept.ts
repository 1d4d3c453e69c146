import type { Project } from "../../db/entities/project.js";
import type { Submission } from "../../db/entities/submission.js";
import { addDays, daysBetween } from "../../domain/calendar/time.js";
import { otherTerms, type SuggestedDeadline } from "../../domain/clocks/deadlines.js";
import type { Warning } from "../../domain/warning.js";
import type { ActionContext } from "../context.js";

/** Whether a submission's deadline is no longer the one that was given with it, but what an integration made of it. */
export const hasGoneOn = ({ continuedBy, deadlineBefore }: Submission): boolean =>
  continuedBy !== null && deadlineBefore !== null;

/**
 * A filing's date was corrected, and its deadline, which was counted from it, was not. One that has gone on with an integration ends by so
 * many days later, since so many more remained; the term of a permesso di costruire began anew, whenever it was filed.
 * @param filedBefore the date before the correction
 */
export function deadlineKeptWarnings(
  ctx: ActionContext,
  { type }: Project,
  filing: { submission: Submission; filedBefore: Date; suggestedDeadline: SuggestedDeadline | null },
): Warning[] {
  const { submission, filedBefore, suggestedDeadline } = filing;
  const { timezone } = ctx.caller;
  const { decisionDeadline } = submission;
  // That a filing is of a special kind, or for a consent, is told by its deadline alone.
  const others = decisionDeadline
    ? otherTerms(type, filedBefore, decisionDeadline, timezone, submission.submittedAt)
    : [];
  const [other] = others;
  const terms = [
    ...(other ? [`${other.date} (${others.map(({ source }) => source).join("; or ")})`] : []),
    ...(suggestedDeadline ? [`${suggestedDeadline.date} (${suggestedDeadline.source})`] : []),
  ];
  let right = terms.length > 0 && `; by law it would be ${terms.join(", ordinarily ")}`;
  if (hasGoneOn(submission) && decisionDeadline !== null) {
    const shift = daysBetween(filedBefore, submission.submittedAt, timezone);
    if (type === "permesso_di_costruire" || shift === 0) return [];
    const moved = ctx.dayOf(addDays(decisionDeadline, shift, timezone));
    right = `; with the integration that let it go on it would be ${moved}`;
  }
  return [
    {
      code: "deadline_kept",
      pointer: "/decisionDeadline",
      detail: "The date of filing was changed, but the decision deadline stays as it was.",
      suggestion: `If it was counted from that date, correct it too${right || ""}.`,
    },
  ];
}
