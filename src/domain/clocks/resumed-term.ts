import { wholeDay } from "../calendar/time.js";
import type { ProjectType } from "../vocabulary.js";
import { suggestDeadline, termEnd } from "./deadlines.js";
import { refusalDays, refusalRule, restartRule, resumptionRule } from "./procedure-rules.js";

/** How a suspended clock resumes. */
export interface ResumedTerm {
  rule: string;
  effect: "resumed" | "restarted";
  /** the last day as counted, as a whole-day value */
  endsAt: Date;
  /** a sentence or two that explain it and cite the law */
  explanation: string;
}

/**
 * How a suspended clock resumes when the requested documents are filed: with the days that remained, or with its whole term for a permesso
 * di costruire. The day of the filing isn't counted, and an end on a holiday isn't moved.
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

/** How a suspended clock will resume, in a sentence that cites the law. */
export const resumptionOf = (projectType: ProjectType): string =>
  projectType === "permesso_di_costruire"
    ? `Whatever remained, the whole term of a permesso di costruire begins anew when the integration is filed (${restartRule.source}).${afterRefusal(projectType)}`
    : `The days that remained go on when the integration is filed${sourceOf(projectType)}${afterRefusal(projectType)}`;

/** The law by which the remaining days resume, as the end of a sentence. No law covers a term that somebody set. */
const sourceOf = (projectType: ProjectType): string =>
  projectType === "perizia"
    ? ". No law says so of a term that a court or a client has set: check it with them. A court's terms skip August (L. 742/1969), which is counted here."
    : ` (${resumptionRule.source}).${inRemedy(projectType)}`;

/** Only people know whether a SCIA is in remedy. Its term restarts in full, and a sentence says so. */
const inRemedy = (projectType: ProjectType): string =>
  projectType === "scia"
    ? " Of a SCIA in remedy (sanatoria) the whole 30 days begin anew instead (D.P.R. 380/2001, art. 36-bis, comma 6)."
    : "";

/**
 * Observations against a notice of refusal are also recorded as an integration, and resume the term differently. Only people know which of
 * the two it is, and a sentence says so. @param endsAt when the term would then end, if known
 */
const afterRefusal = (projectType: ProjectType, endsAt?: string): string =>
  refusalRule.projectTypes.includes(projectType)
    ? ` If it answers the notice of a refusal (preavviso di diniego), the days that remained go on ${refusalDays} days later instead${endsAt ? `, and end on ${endsAt}` : ""} (${refusalRule.source}).${byProposal(projectType)}`
    : "";

/** The older rule for the permesso di costruire, which still applies beside the general one. */
const byProposal = (projectType: ProjectType): string =>
  projectType === "permesso_di_costruire"
    ? " The authority may hold that the notice stops nothing, and gives it 40 days from the proposal in place of 30 (D.P.R. 380/2001, art. 20, comma 6): ask it."
    : "";
