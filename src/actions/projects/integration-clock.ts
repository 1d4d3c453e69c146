import { z } from "zod";
import type { Project } from "../../db/entities/project.js";
import type { Reminder } from "../../db/entities/reminder.js";
import type { Submission } from "../../db/entities/submission.js";
import { addDays, daysBetween } from "../../domain/calendar/time.js";
import { isClockOpen } from "../../domain/clocks/clocks.js";
import { type CountedTerm, rulesEnding, termEnd, termFrom } from "../../domain/clocks/deadlines.js";
import type { ProcedureRule } from "../../domain/clocks/procedure-rules.js";
import type { ResumedTerm } from "../../domain/clocks/resumed-term.js";
import type { Warning } from "../../domain/warning.js";
import type { ActionContext } from "../context.js";
import { instant } from "../results.js";
import type { ClockFacts, Recounted } from "./recount-clocks.js";
import { submissionClock } from "./results.js";

/** What became of a clock when a submission was recorded. */
export const recordedClock = z
  .union([
    submissionClock,
    z.object({
      rule: z.string(),
      effect: z.enum(["resumed", "restarted"]),
      endsAt: instant,
      explanation: z.string(),
    }),
  ])
  .nullable()
  .describe("of its own deadline; of an integration without one, how the suspended clock goes on");

/** What an integration did to the clocks of its project. */
export interface IntegrationEffect {
  /** null: its own deadline replaces a clock, or nothing changes */
  term: ResumedTerm | null;
  /** whose clock goes on; null: the project's own deadline, or none */
  submissionId: string | null;
  /** of the deadline that goes on; null: it has none that is open */
  reminder: Reminder | null;
  warnings: Warning[];
}

/** A person had closed the reminder of a deadline that has now got another date. */
export const openAgain = "The reminder, which was closed for the former date, is open again for the new one.";

/**
 * Says what an integration did to the clocks of its project, once they were counted again: several authorities may deal with it at the
 * same time. @returns null if it changed none
 */
export function effectOn(
  ctx: ActionContext,
  project: Project,
  integration: Submission,
  { submissions }: ClockFacts,
  { effect, followed }: Recounted,
): IntegrationEffect | null {
  const known = submissions.filter((each) => each !== integration);
  const met = known.find(({ id }) => id === effect?.clocks[0]);
  const unmoved = { term: null, submissionId: null, reminder: null };
  if (effect?.resumed) {
    const { term } = effect.resumed;
    const warnings = otherTermWarnings(ctx, project, integration, {
      ...effect.resumed,
      filings: met
        ? [met.submittedAt, ...known.filter(({ kind }) => kind === "integration").map(({ submittedAt }) => submittedAt)]
        : [...(project.submittedAt ? [project.submittedAt] : []), ...known.map(({ submittedAt }) => submittedAt)],
      corrected: met
        ? `update_submission {"submissionId": "${met.id}", "decisionDeadline": …}`
        : `update_project_stage {"projectId": "${project.id}", "stage": "${project.stage}", "decisionDeadline": …}`,
    });
    if (!met) return { ...unmoved, term, warnings };
    const { reminders = [], reopened = null } = followed.get(met.id) ?? {};
    return {
      term: reopened ? { ...term, explanation: `${term.explanation} ${openAgain}` } : term,
      submissionId: met.id,
      reminder: reminders.findLast((reminder) => reminder.isOpen) ?? null,
      warnings,
    };
  }
  const others = known.filter((each) => each !== met && isClockOpen(each));
  const replacedOne = met ? replacedWarnings(ctx, integration, met, others) : [];
  const isDated = integration.decisionDeadline !== null;
  const warnings = isDated ? replacedOne : laterPartWarnings(ctx, project, integration, known);
  return warnings.length > 0 ? { ...unmoved, warnings } : null;
}

/**
 * An integration that finds the clock going on already with an earlier one, since what was asked for came in parts: it changes nothing, and
 * the authority may count from the part that completes it.
 */
function laterPartWarnings(
  ctx: ActionContext,
  project: Project,
  { submittedAt }: Submission,
  known: readonly Submission[],
): Warning[] {
  const { timezone } = ctx.caller;
  const going = known.flatMap(({ id, clockState, decisionDeadline: endsAt, continuedBy }) =>
    endsAt && (clockState === "running" || clockState === "overdue")
      ? [{ endsAt, continuedBy, whose: `that of submission ${id}`, call: `update_submission {"submissionId": "${id}"` }]
      : [],
  );
  const { id, stage, decisionDeadline, deadlineContinuedBy } = project;
  if (decisionDeadline && project.fateOfDeadline(timezone) === null)
    going.push({
      endsAt: decisionDeadline,
      continuedBy: deadlineContinuedBy,
      whose: "that of the project's own deadline",
      call: `update_project_stage {"projectId": "${id}", "stage": "${stage}"`,
    });
  return going.flatMap(({ endsAt, continuedBy, whose, call }): Warning[] => {
    const earlier = known.find((each) => each.id === continuedBy);
    const later = earlier ? daysBetween(earlier.submittedAt, submittedAt, timezone) : 0;
    if (!earlier || later <= 0) return [];
    return [
      {
        code: "clock_not_moved",
        pointer: "/submittedAt",
        detail: `No clock is suspended: ${whose} went on with the integration of ${ctx.dayOf(earlier.submittedAt)}, and still ends on ${ctx.dayOf(endsAt)}.`,
        suggestion: `If the authority counts from this integration, which completes the other, correct the clock: ${call}, "decisionDeadline": "${ctx.dayOf(addDays(endsAt, later, timezone))}"}.`,
      },
    ];
  });
}

/** That a deadline closed one of several clocks: which of them it is about is known to people alone. */
function replacedWarnings(
  ctx: ActionContext,
  integration: Submission,
  closed: Submission,
  others: readonly Submission[],
): Warning[] {
  if (others.length === 0) return [];
  const named = ({ id, decisionDeadline }: Submission) =>
    `of submission ${id}${decisionDeadline ? `, ${ctx.dayOf(decisionDeadline)}` : ""}`;
  const ifSuspended = others.some(({ clockState }) => clockState === "suspended")
    ? "; one that is suspended takes it only once an integration has resumed it, and the answer to clearing it says how"
    : "";
  return [
    {
      code: "clock_replaced",
      pointer: "/decisionDeadline",
      detail: `The integration's deadline replaces the clock ${named(closed)}, which is closed; still open: ${others.map(named).join("; ")}.`,
      suggestion: `If it is another's deadline, clear it here, {"submissionId": "${integration.id}", "decisionDeadline": null}, and give it to that submission, both with update_submission${ifSuspended}.`,
    },
  ];
}

/**
 * The clock of a permesso di costruire begins anew with the ordinary term, and it had another one: of a permit in remedy (sanatoria), the
 * 45 days begin anew (D.P.R. 380/2001, art. 36-bis, comma 6); of another authority's consent, the days that remained go on. A clock that
 * goes on with them may be that of a consent whose whole term begins anew. What was filed is known to people alone, so the other days are
 * only named.
 * @param from the deadline that was suspended and what remained of it; the days that it may have been counted from; the call that corrects it
 */
function otherTermWarnings(
  ctx: ActionContext,
  { type }: Project,
  { submittedAt }: Submission,
  from: { endedBefore: Date; remainingDays: number; filings: readonly Date[]; corrected: string },
): Warning[] {
  const { endedBefore, remainingDays, filings } = from;
  const { timezone } = ctx.caller;
  const rules = rulesEnding(type, filings, endedBefore, timezone);
  if (rules.some(({ isDecision }) => isDecision)) return [];
  const begunAnew = (rule: ProcedureRule | undefined) => rule && termFrom(rule, submittedAt, timezone);
  const anew = begunAnew(rules.find(({ beginsAnew }) => beginsAnew));
  const special = begunAnew(rules.find(({ isSpecialDecision }) => isSpecialDecision));
  const warning = (detail: string, suggestion: string): Warning[] => [
    { code: "special_term", pointer: "/submittedAt", detail, suggestion },
  ];
  const corrected = (date: string) => from.corrected.replace("…", `"${date}"`);
  const ifOfThatKind = (date: string) => `If the filing is of that kind, correct the clock: ${corrected(date)}.`;
  const ended = `it ended on ${ctx.dayOf(endedBefore)}`;
  const endOf = ({ source, meaning, date }: CountedTerm) =>
    `${ended}, the end of the term of ${source}: ${meaning}. Begun anew, that one ends on ${date}.`;
  if (type !== "permesso_di_costruire")
    return anew
      ? warning(`The clock goes on with the days that remained; ${endOf(anew)}`, ifOfThatKind(anew.date))
      : [];
  const goneOn = termEnd(ctx.dayOf(submittedAt), { days: remainingDays }).date;
  const orAnew = anew
    ? ` If it is that of ${anew.source}, its whole term begins anew and ends on ${anew.date}: ${corrected(anew.date)}.`
    : "";
  const ofConsent = `If it is for another authority's consent, the days that remained go on and end on ${goneOn}: ${corrected(goneOn)}.${orAnew}`;
  return special
    ? warning(
        `The clock begins anew with the ordinary term; ${endOf(special)}`,
        `${ifOfThatKind(special.date)} ${ofConsent}`,
      )
    : warning(
        `The clock begins anew with the term of a permesso di costruire; ${ended}, which isn't the end of that term.`,
        ofConsent,
      );
}
