import { Temporal } from "temporal-polyfill";
import { workingDayFrom } from "../calendar/holidays.js";
import { wholeDay } from "../calendar/time.js";
import type { ProjectType } from "../vocabulary.js";
import { type Counting, type ProcedureRule, rulesFor, type Term, type TermStart } from "./procedure-rules.js";

export interface TermEnd {
  /** the last day as counted */
  date: string;
  /** that day, or the next working day if it is a holiday */
  effectiveDate: string;
}

const saturday = 6;

/**
 * The end of a term (c.c. 2963, c.p.c. 155): the first day isn't counted, holidays inside it are, and an end on a holiday moves to the
 * next working day. Procedural terms, which are in days, also skip August (L. 742/1969) and move on from a Saturday. A term that moves on
 * from the end of July may last until September (one reading of Cass. 2258/1985). It gets the working day in August, since early isn't late.
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
  /** id of the rule that sets it */
  rule: string;
  source: string;
}

/** A statutory term that may apply, and the day on which it ends. The dates are null if the day that it's counted from is unknown. */
export interface PossibleDeadline {
  rule: string;
  /** its length, e.g. `60 days` */
  term: string;
  date: string | null;
  effectiveDate: string | null;
  countedFrom: string | null;
  meaning: string;
  source: string;
  isVerified: boolean;
}

/** An end after the year 9999 would have no ISO 8601 date of four digits. */
const isCountable = (day: string): boolean => day < "9990";

/** The day by which the authority must decide on a filing, and the law that sets it; null if no rule covers the filing. */
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
 * All statutory terms that an event starts or may start in a project of this type. The authority's decision term comes first, then the others
 * by end date, so that a caller who takes the first one isn't late. Terms with an unknown end come last.
 * @param applies selects the terms that fit, if the filing or its outcome rules some out
 */
export function possibleDeadlines(
  projectType: ProjectType,
  start: TermStart,
  at: Date,
  timezone: string,
  applies: (rule: ProcedureRule) => boolean = () => true,
): PossibleDeadline[] {
  const day = wholeDay(at, timezone);
  if (!isCountable(day)) return [];
  const possible = (rule: ProcedureRule): PossibleDeadline => ({
    rule: rule.id,
    term: lengthOf(rule.term),
    ...endOf(rule, day),
    countedFrom: rule.countedFrom ?? null,
    meaning: rule.meaning,
    source: rule.source,
    isVerified: !rule.isUnverified,
  });
  const rules = rulesFor(projectType, start, day).filter(applies);
  const decisions = rules.filter(({ isDecision }) => isDecision).map(possible);
  const others = rules.filter(({ isDecision }) => !isDecision).map(possible);
  return [...decisions, ...others.toSorted((one, other) => Temporal.PlainDate.compare(endDay(one), endDay(other)))];
}

const endDay = ({ date }: PossibleDeadline): string => date ?? "9999-12-31";

function lengthOf(term: Term): string {
  const [[unit, count]] = Object.entries(term) as [[string, number]];
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;
}

const endOf = ({ countedFrom, term, counting }: ProcedureRule, day: string) =>
  countedFrom === undefined ? termEnd(day, term, counting) : { date: null, effectiveDate: null };

/** A statutory term and its end, counted from some day. */
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

/** The rules whose term, counted from one of the filings, ends on the deadline. Rules counted from another event are left out. */
export function rulesEnding(
  projectType: ProjectType,
  filings: readonly Date[],
  deadline: Date,
  timezone: string,
): ProcedureRule[] {
  const day = wholeDay(deadline, timezone);
  const days = filings.map((filing) => wholeDay(filing, timezone)).filter(isCountable);
  const endsThen = (filed: string, { term, countedFrom }: ProcedureRule): boolean => {
    if (countedFrom !== undefined) return false;
    const { date, effectiveDate } = termEnd(filed, term);
    return day === date || day === effectiveDate;
  };
  return days.flatMap((filed) => rulesFor(projectType, "filing", filed).filter((rule) => endsThen(filed, rule)));
}

/**
 * The statutory terms that end on this deadline and belong to special filings or to consents that works may need. Empty if the ordinary
 * term ends on it too.
 * @param anew the filing that the returned terms are counted from; by default the one that they were found with
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
