import { Temporal } from "temporal-polyfill";
import { workingDayFrom } from "./holidays.js";
import {
  type Counting,
  type ProcedureRule,
  refusalDays,
  refusalRule,
  restartRule,
  resumptionRule,
  rulesFor,
  type Term,
  type TermStart,
} from "./procedure-rules.js";
import { wholeDay } from "./time.js";
import type { ProjectType } from "./vocabulary.js";

export interface TermEnd {
  /** the last day as counted */
  date: string;
  /** that day, or the next working day where it is a holiday */
  effectiveDate: string;
}

const saturday = 6;

/**
 * The end of a term (c.c. 2963, c.p.c. 155): the first day isn't counted, holidays inside it are, and an end on a holiday moves to the
 * next working day. Procedural terms, which are in days, also skip August (L. 742/1969) and move on from a Saturday.
 */
export function termEnd(startDay: string, term: Term, counting: Counting = "administrative"): TermEnd {
  const start = Temporal.PlainDate.from(startDay);
  if (counting === "administrative" || !("days" in term)) {
    const date = start.add(term).toString();
    return { date, effectiveDate: workingDayFrom(date) };
  }
  let last = start;
  for (let counted = 0; counted < term.days; ) {
    last = last.add({ days: 1 });
    if (last.month !== 8) counted++;
  }
  let effectiveDate = workingDayFrom(last.toString());
  while (Temporal.PlainDate.from(effectiveDate).dayOfWeek === saturday) {
    effectiveDate = workingDayFrom(Temporal.PlainDate.from(effectiveDate).add({ days: 1 }).toString());
  }
  return { date: last.toString(), effectiveDate };
}

export interface SuggestedDeadline extends TermEnd {
  /** id of the rule that it follows from */
  rule: string;
  source: string;
}

/** A term of the law that may apply, with the day on which it ends; null where the day that it is counted from isn't known. */
export interface PossibleDeadline {
  rule: string;
  date: string | null;
  effectiveDate: string | null;
  countedFrom: string | null;
  meaning: string;
  source: string;
  isVerified: boolean;
}

/** An end after the year 9999 would have no ISO 8601 date of four digits. */
const isCountable = (day: string): boolean => day < "9990";

/** The day by which the authority must decide on a filing, and the law that sets it; null where no rule covers the filing. */
export function suggestDeadline(
  projectType: ProjectType,
  submittedAt: Date,
  timezone: string,
): SuggestedDeadline | null {
  const filed = wholeDay(submittedAt, timezone);
  const rule = rulesFor(projectType, "filing", filed).find(({ isDecision }) => isDecision);
  if (!rule || !isCountable(filed)) return null;
  return { ...termEnd(filed, rule.term), rule: rule.id, source: rule.source };
}

/**
 * All terms of the law that an event starts or may start, for a kind of project.
 * @param onlyDecision only the term within which the authority must decide, as when a filing is completed
 */
export function possibleDeadlines(
  projectType: ProjectType,
  start: TermStart,
  at: Date,
  timezone: string,
  onlyDecision = false,
): PossibleDeadline[] {
  const day = wholeDay(at, timezone);
  if (!isCountable(day)) return [];
  return rulesFor(projectType, start, day)
    .filter(({ isDecision = false }) => isDecision || !onlyDecision)
    .map((rule) => ({
      rule: rule.id,
      ...endOf(rule, day),
      countedFrom: rule.countedFrom ?? null,
      meaning: rule.meaning,
      source: rule.source,
      isVerified: rule.isVerified,
    }));
}

const endOf = ({ countedFrom, term, counting }: ProcedureRule, day: string) =>
  countedFrom === undefined ? termEnd(day, term, counting) : { date: null, effectiveDate: null };

/** A term of the law as it ends, counted from some day. */
export interface CountedTerm extends TermEnd {
  source: string;
  meaning: string;
}

/** A rule's term, counted from a filing. */
export const termFrom = ({ term, source, meaning }: ProcedureRule, filing: Date, timezone: string): CountedTerm => ({
  ...termEnd(wholeDay(filing, timezone), term),
  source,
  meaning,
});

/** The rules whose term ends on a deadline, counted from one of several filings of a kind of project. */
export function rulesEnding(
  projectType: ProjectType,
  filings: readonly Date[],
  deadline: Date,
  timezone: string,
): ProcedureRule[] {
  const day = wholeDay(deadline, timezone);
  const days = filings.map((filing) => wholeDay(filing, timezone)).filter(isCountable);
  const endsThen = (filed: string, { term }: ProcedureRule): boolean => {
    const { date, effectiveDate } = termEnd(filed, term);
    return day === date || day === effectiveDate;
  };
  return days.flatMap((filed) => rulesFor(projectType, "filing", filed).filter((rule) => endsThen(filed, rule)));
}

/**
 * The terms of the law whose end a deadline is, of special filings and of the consents that works may need; none where it is the end of
 * the ordinary term too.
 * @param anew the filing from which the answer counts them; the one that they were found with where not given
 */
export function otherTerms(
  projectType: ProjectType,
  submittedAt: Date,
  deadline: Date,
  timezone: string,
  anew = submittedAt,
): CountedTerm[] {
  if (!isCountable(wholeDay(anew, timezone))) return [];
  const rules = rulesEnding(projectType, [submittedAt], deadline, timezone);
  if (rules.some(({ isDecision }) => isDecision)) return [];
  return rules
    .filter(({ isSpecialDecision, isConsent }) => isSpecialDecision || isConsent)
    .map((rule) => termFrom(rule, anew, timezone));
}

/** How a suspended clock goes on. */
export interface ResumedTerm {
  rule: string;
  effect: "resumed" | "restarted";
  /** the last day as counted, as a whole-day value */
  endsAt: Date;
  /** a sentence or two, with their source */
  explanation: string;
}

/**
 * How a suspended clock goes on when the documents that were asked for are filed: with the days that remained; for a permesso di
 * costruire, with its whole term. The day of the filing isn't counted, and the end is not moved from a holiday.
 */
export function resumedTerm(
  projectType: ProjectType,
  remainingDays: number,
  submittedAt: Date,
  timezone: string,
): ResumedTerm {
  const filed = wholeDay(submittedAt, timezone);
  const anew = projectType === "permesso_di_costruire" ? suggestDeadline(projectType, submittedAt, timezone) : null;
  const end = anew?.date ?? termEnd(filed, { days: remainingDays }).date;
  const endsAt = new Date(end);
  const days = remainingDays === 1 ? "1 day that remained" : `${remainingDays} days that remained`;
  const refusalEnd = termEnd(filed, { days: refusalDays + remainingDays }).date;
  return anew
    ? {
        rule: restartRule.id,
        effect: "restarted",
        endsAt,
        explanation: `The whole term of the permesso di costruire begins anew with the integration of ${filed} and ends on ${end} (${restartRule.source}).${afterRefusal(projectType, refusalEnd)}`,
      }
    : {
        rule: projectType === "perizia" ? "SET_TERM" : resumptionRule.id,
        effect: "resumed",
        endsAt,
        explanation: `The clock goes on with the ${days}, counted from the integration of ${filed}, and ends on ${end}${sourceOf(projectType)}${afterRefusal(projectType, refusalEnd)}`,
      };
}

/** How a suspended clock will go on, in a sentence with its source. */
export const resumptionOf = (projectType: ProjectType): string =>
  projectType === "permesso_di_costruire"
    ? `Whatever remained, the whole term of a permesso di costruire begins anew when the integration is filed (${restartRule.source}).${afterRefusal(projectType)}`
    : `The days that remained go on when the integration is filed${sourceOf(projectType)}${afterRefusal(projectType)}`;

/** By which law the days that remained go on, as the end of a sentence. Of a term that was set by somebody none says so. */
const sourceOf = (projectType: ProjectType): string =>
  projectType === "perizia"
    ? ". No law says so of a term that a court or a client has set: check it with them. A court's terms skip August (L. 742/1969), which is counted here."
    : ` (${resumptionRule.source}).${inRemedy(projectType)}`;

/** Nobody but people knows whether a SCIA is in remedy: its term begins anew, and a sentence says so. */
const inRemedy = (projectType: ProjectType): string =>
  projectType === "scia"
    ? " Of a SCIA in remedy (sanatoria) the whole 30 days begin anew instead (D.P.R. 380/2001, art. 36-bis, comma 6)."
    : "";

/**
 * Observations against an announced refusal are recorded as an integration too, and have the term go on otherwise: nobody but people
 * knows which it is, and a sentence says so. @param endsAt when the term would end then, where that is known
 */
const afterRefusal = (projectType: ProjectType, endsAt?: string): string =>
  refusalRule.projectTypes?.includes(projectType)
    ? ` If it answers the notice of a refusal (preavviso di diniego), the days that remained go on ${refusalDays} days later instead${endsAt ? `, and end on ${endsAt}` : ""} (${refusalRule.source}).${byProposal(projectType)}`
    : "";

/** The older rule of the permesso di costruire, which still stands beside the general one. */
const byProposal = (projectType: ProjectType): string =>
  projectType === "permesso_di_costruire"
    ? " The authority may hold that the notice stops nothing, and gives it 40 days from the proposal in place of 30 (D.P.R. 380/2001, art. 20, comma 6): ask it."
    : "";
