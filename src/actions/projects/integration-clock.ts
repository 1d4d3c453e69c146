import { z } from "zod";
import type { Project } from "../../db/entities/project.js";
import type { Reminder } from "../../db/entities/reminder.js";
import { Submission } from "../../db/entities/submission.js";
import { fateOfOwnDeadline } from "../../domain/clocks.js";
import {
  type CountedTerm,
  type ResumedTerm,
  resumedTerm,
  rulesEnding,
  termEnd,
  termFrom,
} from "../../domain/deadlines.js";
import type { OutcomeEdit } from "../../domain/outcomes.js";
import type { ProcedureRule } from "../../domain/procedure-rules.js";
import { addDays, daysBetween, daysLeft, wholeDay } from "../../domain/time.js";
import type { Warning } from "../../domain/warning.js";
import type { ActionContext } from "../context.js";
import { instant, submissionClock } from "../results.js";
import { setDeadline, watchDeadline } from "./deadline.js";
import { showOnProject } from "./present-project.js";
import { closeClock, editClock, setClock, stateAt } from "./submission-clock.js";
import { goneOnBefore, suspendedWith } from "./suspended-again.js";

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

/** Of an integration with which no clock goes on. */
const unmoved = { term: null, submissionId: null, reminder: null };

const replaced = "Annullato: un'integrazione ha aperto un nuovo termine.";

/** A person had closed the reminder of a deadline that has now got another date. */
export const openAgain = "The reminder, which was closed for the former date, is open again for the new one.";

const isOpen = ({ clockState }: Submission): boolean => clockState !== null && clockState !== "closed";

/**
 * Lets an integration take effect on the clocks of its project, since several authorities may deal with it at the same time: on the latest
 * suspended clock, which waits for it. With a deadline of its own it replaces that clock, or where none is suspended that of the latest
 * submission without a decision; without one, the suspended clock goes on.
 * @returns null if there was no such clock
 */
export async function applyIntegration(
  ctx: ActionContext,
  project: Project,
  integration: Submission,
): Promise<IntegrationEffect | null> {
  const isDated = integration.decisionDeadline !== null;
  // Not among those read with the project: what they were then, the version doesn't guard.
  const known = await othersOf(ctx, integration);
  const waiting = known.findLast((each) => each.clockState === "suspended");
  const submission = waiting ?? (isDated ? known.findLast(isOpen) : undefined) ?? null;
  for (const each of known) showOnProject(project, each);
  if (!isDated)
    return submission
      ? resume(ctx, project, { submission, integration, known })
      : ((await resumeOwnDeadline(ctx, project, { integration, known })) ??
          laterPart(ctx, project, { integration, known }));
  if (!submission || (!waiting && isOwnDeadlineSuspended(ctx, project, integration))) return null;
  const kept = submission.clockState === "suspended" ? submission.remainingDays : null;
  const link = { remainingDays: kept, continuedBy: integration.id, deadlineBefore: null };
  await closeClock(ctx, submission, replaced, link);
  const others = known.filter((each) => each !== submission && isOpen(each));
  return { ...unmoved, warnings: replacedWarnings(ctx, integration, submission, others) };
}

/**
 * An integration that finds the clock going on already with an earlier one, since what was asked for came in parts: it changes nothing, and
 * the authority may count from the part that completes it.
 */
function laterPart(
  { caller: { timezone } }: ActionContext,
  project: Project,
  { integration: { submittedAt }, known }: { integration: Submission; known: readonly Submission[] },
): IntegrationEffect | null {
  const dayOf = (instant: Date) => wholeDay(instant, timezone);
  const going = known.flatMap(({ id, clockState, decisionDeadline: endsAt, continuedBy }) =>
    endsAt && (clockState === "running" || clockState === "overdue")
      ? [{ endsAt, continuedBy, whose: `that of submission ${id}`, call: `update_submission {"submissionId": "${id}"` }]
      : [],
  );
  const { id, stage, decisionDeadline, deadlineContinuedBy } = project;
  if (decisionDeadline && fateOfOwnDeadline(project, project.clockedSubmissions ?? [], timezone) === null)
    going.push({
      endsAt: decisionDeadline,
      continuedBy: deadlineContinuedBy,
      whose: "that of the project's own deadline",
      call: `update_project_stage {"projectId": "${id}", "stage": "${stage}"`,
    });
  const warnings = going.flatMap(({ endsAt, continuedBy, whose, call }): Warning[] => {
    const earlier = known.find((each) => each.id === continuedBy);
    const later = earlier ? daysBetween(earlier.submittedAt, submittedAt, timezone) : 0;
    if (!earlier || later <= 0) return [];
    return [
      {
        code: "clock_not_moved",
        pointer: "/submittedAt",
        detail: `No clock is suspended: ${whose} went on with the integration of ${dayOf(earlier.submittedAt)}, and still ends on ${dayOf(endsAt)}.`,
        suggestion: `If the authority counts from this integration, which completes the other, correct the clock: ${call}, "decisionDeadline": "${dayOf(addDays(endsAt, later, timezone))}"}.`,
      },
    ];
  });
  return warnings.length > 0 ? { ...unmoved, warnings } : null;
}

/** Whether it is the project's own deadline that waits for an integration, which ends it by a date of its own. */
function isOwnDeadlineSuspended({ caller }: ActionContext, project: Project, integration: Submission): boolean {
  const others = (project.clockedSubmissions ?? []).filter(({ id }) => id !== integration.id);
  return fateOfOwnDeadline(project, others, caller.timezone)?.fate === "suspended";
}

/** That a deadline closed one of several clocks: which of them it is about is known to people alone. */
function replacedWarnings(
  { caller: { timezone } }: ActionContext,
  integration: Submission,
  closed: Submission,
  others: readonly Submission[],
): Warning[] {
  if (others.length === 0) return [];
  const named = ({ id, decisionDeadline }: Submission) =>
    `of submission ${id}${decisionDeadline ? `, ${wholeDay(decisionDeadline, timezone)}` : ""}`;
  return [
    {
      code: "clock_replaced",
      pointer: "/decisionDeadline",
      detail: `The integration's deadline replaces the clock ${named(closed)}, which is closed; still open: ${others.map(named).join("; ")}.`,
      suggestion: `If it is another's deadline, clear it here, {"submissionId": "${integration.id}", "decisionDeadline": null}, and give it to that submission, both with update_submission.`,
    },
  ];
}

/** Lets a suspended clock go on with an integration that has no deadline of its own. */
export async function resume(
  ctx: ActionContext,
  project: Project,
  { submission, integration, known }: { submission: Submission; integration: Submission; known: readonly Submission[] },
): Promise<IntegrationEffect> {
  const { timezone } = ctx.caller;
  const warnings = otherTermWarnings(ctx, project, integration, {
    endedBefore: submission.decisionDeadline,
    remainingDays: submission.remainingDays ?? 0,
    filings: [submission.submittedAt, ...integrationsOf(known)],
    corrected: `update_submission {"submissionId": "${submission.id}", "decisionDeadline": …}`,
  });
  const term = resumedTerm(project.type, submission.remainingDays ?? 0, integration.submittedAt, timezone);
  const { reminders, reopened } = await setClock(ctx, submission, {
    clockState: "running",
    overdueAt: null,
    decisionDeadline: term.endsAt,
    deadlineBefore: submission.decisionDeadline,
    continuedBy: integration.id,
  });
  const told = reopened ? { ...term, explanation: `${term.explanation} ${openAgain}` } : term;
  return {
    term: told,
    submissionId: submission.id,
    reminder: reminders.findLast((reminder) => reminder.isOpen) ?? null,
    warnings,
  };
}

const integrationsOf = (known: readonly Submission[]): Date[] =>
  known.filter(({ kind }) => kind === "integration").map(({ submittedAt }) => submittedAt);

/**
 * The clock of a permesso di costruire begins anew with the ordinary term, and it had another one: of a permit in remedy (sanatoria), the
 * 45 days begin anew (D.P.R. 380/2001, art. 36-bis, comma 6); of another authority's consent, the days that remained go on. A clock that
 * goes on with them may be that of a consent whose whole term begins anew. What was filed is known to people alone, so the other days are
 * only named.
 * @param from the deadline that was suspended and what remained of it; the days that it may have been counted from; the call that corrects it
 */
function otherTermWarnings(
  { caller: { timezone } }: ActionContext,
  { type }: Project,
  { submittedAt }: Submission,
  from: { endedBefore: Date | null; remainingDays: number; filings: readonly Date[]; corrected: string },
): Warning[] {
  const { endedBefore, remainingDays, filings } = from;
  if (endedBefore === null) return [];
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
  const ended = `it ended on ${wholeDay(endedBefore, timezone)}`;
  const endOf = ({ source, meaning, date }: CountedTerm) =>
    `${ended}, the end of the term of ${source}: ${meaning}. Begun anew, that one ends on ${date}.`;
  if (type !== "permesso_di_costruire")
    return anew
      ? warning(`The clock goes on with the days that remained; ${endOf(anew)}`, ifOfThatKind(anew.date))
      : [];
  const goneOn = termEnd(wholeDay(submittedAt, timezone), { days: remainingDays }).date;
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

/** As `resume`, for the project's own deadline, where the authority suspended a submission that has none. */
export async function resumeOwnDeadline(
  ctx: ActionContext,
  project: Project,
  { integration, known }: { integration: Submission; known: readonly Submission[] },
): Promise<IntegrationEffect | null> {
  const { timezone } = ctx.caller;
  const own = fateOfOwnDeadline(project, project.clockedSubmissions ?? [], timezone);
  if (own?.fate !== "suspended" || project.decisionDeadline === null) return null;
  const remainingDays = daysLeft(project.decisionDeadline, own.since, timezone);
  const term = resumedTerm(project.type, remainingDays, integration.submittedAt, timezone);
  const warnings = otherTermWarnings(ctx, project, integration, {
    endedBefore: project.decisionDeadline,
    remainingDays,
    filings: [...(project.submittedAt ? [project.submittedAt] : []), ...known.map(({ submittedAt }) => submittedAt)],
    corrected: `update_project_stage {"projectId": "${project.id}", "stage": "${project.stage}", "decisionDeadline": …}`,
  });
  await setDeadline(ctx, project, term.endsAt);
  ctx.update(project, { deadlineSetAt: ctx.now, deadlineContinuedBy: integration.id });
  watchDeadline(ctx, project);
  return { term, submissionId: null, reminder: null, warnings };
}

/**
 * Moves the clock that went on with an integration, whose date of filing was corrected by so many days; if it was suspended again since,
 * the days that were left.
 * @returns whether a reminder is open again that a person had closed
 */
export async function moveContinuedClock(
  ctx: ActionContext,
  project: Project,
  integration: Submission,
  filedBefore: Date,
): Promise<boolean> {
  const { timezone } = ctx.caller;
  const shift = daysBetween(filedBefore, integration.submittedAt, timezone);
  if (shift === 0) return false;
  const moved = (endsAt: Date) => addDays(endsAt, shift, timezone);
  const movedClock: OutcomeEdit = (clock, earlier) => {
    const former = goneOnBefore(clock, earlier, integration.id);
    if (former) {
      const endsAt = moved(former.endsAt);
      const remainingDays = daysLeft(endsAt, clock.outcomeAt ?? ctx.now, timezone);
      return suspendedWith(ctx, project, clock, { endsAt, remainingDays });
    }
    const { continuedBy, deadlineBefore, decisionDeadline, clockState } = clock;
    if (continuedBy !== integration.id || deadlineBefore === null || decisionDeadline === null) return {};
    const endsAt = moved(decisionDeadline);
    return { ...(clockState === "closed" ? {} : stateAt(ctx, clock, endsAt)), decisionDeadline: endsAt };
  };
  let isReopened = false;
  for (const submission of await othersOf(ctx, integration))
    isReopened = (await editClock(ctx, project, submission, movedClock)) || isReopened;
  if (project.deadlineContinuedBy !== integration.id || project.decisionDeadline === null) return isReopened;
  await setDeadline(ctx, project, moved(project.decisionDeadline));
  ctx.update(project, { deadlineContinuedBy: integration.id });
  watchDeadline(ctx, project);
  return isReopened;
}

/** The other submissions of an integration's project: the clock of one, or what is kept of it, may have gone on with the integration. */
export const othersOf = async (ctx: ActionContext, { id, projectId }: Submission): Promise<Submission[]> =>
  (await ctx.all(Submission, { projectId })).filter((submission) => submission.id !== id);
