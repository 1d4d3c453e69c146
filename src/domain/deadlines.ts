import { Temporal } from "temporal-polyfill";
import { workingDayFrom } from "./holidays.js";
import { wholeDay } from "./time.js";
import type { ProjectType } from "./vocabulary.js";

interface DeadlineRule {
  id: string;
  projectType: ProjectType;
  days: number;
  /** the law, as an Italian reader cites it */
  source: string;
  /** the rule applies to filings from this day to that, both included; null: still in force */
  validFrom: string;
  validTo: string | null;
}

/** The terms within which an authority must decide. When a law changes, its row gets a last day and a new row is added. */
const deadlineRules: readonly DeadlineRule[] = [
  {
    id: "PDC_FINAL",
    projectType: "permesso_di_costruire",
    days: 90,
    source: "D.P.R. 380/2001, art. 20, commi 3, 6 e 8: 60 giorni per la proposta e 30 per il provvedimento",
    validFrom: "2011-05-14",
    validTo: null,
  },
  {
    id: "SCIA_CONTROL",
    projectType: "scia",
    days: 30,
    source: "L. 241/1990, art. 19, commi 3 e 6-bis: 30 giorni per il controllo della SCIA edilizia",
    validFrom: "2011-05-14",
    validTo: null,
  },
];

/** How days are counted: procedural terms are suspended in August and never end on a Saturday. */
export type Clock = "administrative" | "procedural";

export interface TermEnd {
  /** the last day as counted */
  date: string;
  /** that day, or the next working day where it is a holiday */
  effectiveDate: string;
}

const saturday = 6;

/**
 * The end of a term in days (c.c. 2963, c.p.c. 155): the first day isn't counted, holidays inside it are, and an end on a
 * holiday moves to the next working day. Procedural terms also skip August (L. 742/1969) and move on from a Saturday.
 */
export function termEnd(startDay: string, days: number, clock: Clock = "administrative"): TermEnd {
  const start = Temporal.PlainDate.from(startDay);
  if (clock === "administrative") {
    const date = start.add({ days }).toString();
    return { date, effectiveDate: workingDayFrom(date) };
  }
  let last = start;
  for (let counted = 0; counted < days; ) {
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

/** The day by which the authority must decide on a filing, and the law that sets it; null where no rule covers the filing. */
export function suggestDeadline(
  projectType: ProjectType,
  submittedAt: Date,
  timezone: string,
): SuggestedDeadline | null {
  const filed = wholeDay(submittedAt, timezone);
  const rule = deadlineRules.find(
    ({ projectType: type, validFrom, validTo }) =>
      type === projectType && validFrom <= filed && (!validTo || filed <= validTo),
  );
  // An end after the year 9999 would have no ISO 8601 date of four digits.
  if (!rule || filed > "9998") return null;
  return { ...termEnd(filed, rule.days), rule: rule.id, source: rule.source };
}
