import { silenceMeans } from "./overdue.js";
import { daysBetween, hasPassed, wholeDay } from "./time.js";
import type { ProjectType } from "./vocabulary.js";
import type { Warning } from "./warning.js";

/** Dates further away than this are probably slips of the pen: 2062 for 2026. */
const farYears = 10;

interface At {
  now: Date;
  timezone: string;
}

/** A date that lies many years ahead or back. @param corrector the action that corrects it */
export function farDateWarnings(
  date: Date | null | undefined,
  { now, timezone }: At,
  { pointer, corrector }: { pointer: string; corrector: string },
): Warning[] {
  if (!date) return [];
  const years = daysBetween(now, date, timezone) / 365.25;
  if (Math.abs(years) <= farYears) return [];
  const distance = `${Math.round(Math.abs(years))} years ${years > 0 ? "ahead" : "back"}`;
  return [
    {
      code: "date_far_away",
      pointer,
      detail: `The date ${wholeDay(date, timezone)} lies ${distance}.`,
      suggestion: `Check the year; ${corrector} corrects it.`,
    },
  ];
}

/**
 * Dates of a filing that can hardly be meant. A value that was not sent is left undefined, or given where only the other was sent; of
 * the stage's filing no date may be known.
 */
export function filingWarnings(
  { submittedAt, decisionDeadline }: Record<"submittedAt" | "decisionDeadline", Date | null | undefined>,
  { now, timezone, type }: At & { type: ProjectType },
  { corrector, outcome }: { corrector: string; outcome: string },
): Warning[] {
  const dayOf = (instant: Date) => wholeDay(instant, timezone);
  const [today, filed, ends] = [
    dayOf(now),
    submittedAt && dayOf(submittedAt),
    decisionDeadline && dayOf(decisionDeadline),
  ];
  const warnings: Warning[] = [];
  if (filed && filed > today)
    warnings.push({
      code: "filed_in_future",
      pointer: "/submittedAt",
      detail: `The filing is dated ${filed}, and today is ${today}.`,
      suggestion: `If it was made earlier, correct submittedAt with ${corrector}.`,
    });
  if (!ends || !decisionDeadline) return warnings;
  const pointer = "/decisionDeadline";
  if (filed && ends < filed)
    warnings.push({
      code: "deadline_before_filing",
      pointer,
      detail: `The decision deadline ${ends} is before the filing of ${filed}.`,
      suggestion: `Correct one of the two dates with ${corrector}.`,
    });
  else if (hasPassed(decisionDeadline, now, timezone))
    warnings.push({
      code: "deadline_passed",
      pointer,
      detail: `The decision deadline ${ends} has passed. ${silenceMeans[type].en}`,
      suggestion: `If the authority has answered, ${outcome}; if the date is wrong, correct it with ${corrector}.`,
    });
  if (!hasPassed(decisionDeadline, now, timezone))
    warnings.push(...farDateWarnings(decisionDeadline, { now, timezone }, { pointer, corrector }));
  return warnings;
}
