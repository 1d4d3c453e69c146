import { dayMs } from "../calendar/durations.js";
import { isHoliday } from "../calendar/holidays.js";
import { italianTime } from "../calendar/italian-dates.js";
import { dayMeantToEnd, hasPassed, wholeDay } from "../calendar/time.js";
import type { ProjectType } from "../vocabulary.js";
import type { Warning } from "../warning.js";
import { otherTerms, suggestDeadline } from "./deadlines.js";
import { silenceMeans } from "./overdue.js";

/** Dates further away than this are probably typing errors: 2062 for 2026. */
const farYears = 10;
/** No authority takes this long to decide. */
const farDecisionYears = 3;
/** Files hold filings of the first condono. A number that was meant as a day or as seconds becomes a date in 1970. */
export const farFilingYears = 50;

interface At {
  now: Date;
  timezone: string;
}

/** The date's place in the request body, and the action that corrects it. */
interface Given {
  pointer: string;
  corrector: string;
}

/** A date many years in the future or past. */
export function farDateWarnings(
  date: Date | null | undefined,
  { now, timezone }: At,
  { pointer, corrector, from = farYears }: Given & { from?: number },
): Warning[] {
  if (!date) return [];
  const years = (date.getTime() - now.getTime()) / (365.25 * dayMs);
  if (Math.abs(years) <= from) return [];
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

/** A planned date that has already passed. */
export function passedDateWarnings(
  date: Date | null | undefined,
  { now, timezone }: At,
  { pointer, corrector }: Given,
): Warning[] {
  if (!date || !hasPassed(date, now, timezone)) return [];
  return [
    {
      code: "date_passed",
      pointer,
      detail: `The date ${wholeDay(date, timezone)} has passed.`,
      suggestion: `If you meant another date, correct it with ${corrector}.`,
    },
  ];
}

/** A moment in the small hours that was probably meant as the end of the day before. */
export function nextDayWarnings(
  date: Date | null | undefined,
  timezone: string,
  { pointer, corrector }: Given,
): Warning[] {
  const meant = date ? dayMeantToEnd(date, timezone) : null;
  if (!date || meant === null) return [];
  return [
    {
      code: "next_day",
      pointer,
      detail: `This moment is ${wholeDay(date, timezone)} at ${italianTime(date, timezone)} in ${timezone}.`,
      suggestion: `If ${meant} is meant, give that day alone with ${corrector}.`,
    },
  ];
}

/** A hearing on a day when no court sits: its day or month was probably misread. */
export function hearingWarnings(date: Date, timezone: string, { pointer, corrector }: Given): Warning[] {
  const day = wholeDay(date, timezone);
  if (!isHoliday(day)) return [];
  return [
    {
      code: "on_holiday",
      pointer,
      detail: `The day ${day} is a Sunday or a public holiday, and no hearing is held then.`,
      suggestion: `Check the day against the notice of the hearing; ${corrector} corrects it.`,
    },
  ];
}

/** A decision deadline other than the one that the law sets for the filing. It may have been agreed, so the warning only mentions it. */
function differsFromTerm(
  { submittedAt, decisionDeadline }: Record<"submittedAt" | "decisionDeadline", Date>,
  { timezone, type }: Pick<At, "timezone"> & { type: ProjectType },
  corrector: string,
): Warning[] {
  const term = suggestDeadline(type, submittedAt, timezone);
  const day = wholeDay(decisionDeadline, timezone);
  if (!term || day === term.date || day === term.effectiveDate) return [];
  const moved = term.effectiveDate === term.date ? "" : `, a holiday, and so on ${term.effectiveDate}`;
  const law = `counted from the filing of ${wholeDay(submittedAt, timezone)}, the term ends on ${term.date}${moved} (${term.source})`;
  const others = otherTerms(type, submittedAt, decisionDeadline, timezone);
  const named = others.map(({ source, meaning }) => `${source}: ${meaning}`).join("; or of ");
  const words = named
    ? {
        detail: `The decision deadline ${day} is that of ${named}. Ordinarily, ${law}.`,
        suggestion: `If the filing is of that kind, keep it; else correct it with ${corrector}.`,
      }
    : {
        detail: `The decision deadline ${day} isn't the legal one: ${law}.`,
        suggestion: `If it was agreed on, or the term was suspended meanwhile, keep it; else correct it with ${corrector}.`,
      };
  return [{ code: "differs_from_term", pointer: "/decisionDeadline", ...words }];
}

/**
 * Warns of implausible dates of a filing. A value that wasn't sent is undefined, or the stored one if only the other was sent. The date of
 * the stage's filing may be unknown.
 * @param isOfTerm whether the law sets a term for what was filed, and the deadline was given with it
 */
export function filingWarnings(
  { submittedAt, decisionDeadline }: Record<"submittedAt" | "decisionDeadline", Date | null | undefined>,
  { now, timezone, type, isOfTerm }: At & { type: ProjectType; isOfTerm: boolean },
  { corrector, outcome }: { corrector: string; outcome: string },
): Warning[] {
  const dayOf = (instant: Date) => wholeDay(instant, timezone);
  const today = dayOf(now);
  const filed = submittedAt && dayOf(submittedAt);
  const ends = decisionDeadline && dayOf(decisionDeadline);
  const warnings: Warning[] = [
    ...nextDayWarnings(submittedAt, timezone, { pointer: "/submittedAt", corrector }),
    ...nextDayWarnings(decisionDeadline, timezone, { pointer: "/decisionDeadline", corrector }),
  ];
  if (filed && filed > today)
    warnings.push({
      code: "filed_in_future",
      pointer: "/submittedAt",
      detail: `The filing is dated ${filed}, and today is ${today}.`,
      suggestion: `If it was made earlier, correct submittedAt with ${corrector}.`,
    });
  const farBack = { pointer: "/submittedAt", corrector, from: farFilingYears };
  if (!filed || filed <= today) warnings.push(...farDateWarnings(submittedAt, { now, timezone }, farBack));
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
  const differs =
    isOfTerm && submittedAt ? differsFromTerm({ submittedAt, decisionDeadline }, { timezone, type }, corrector) : [];
  const far = { pointer, corrector, from: farDecisionYears };
  if (!hasPassed(decisionDeadline, now, timezone))
    warnings.push(...withTerm(farDateWarnings(decisionDeadline, { now, timezone }, far), differs));
  return warnings;
}

/** One warning per deadline: if the date is also far away, that warning includes what the law would give. */
const withTerm = ([far]: Warning[], differs: Warning[]): Warning[] => {
  if (!far) return differs;
  return [{ ...far, detail: [far, ...differs].map(({ detail }) => detail).join(" ") }];
};
