import type { Project } from "../../db/entities/project.js";
import { Submission } from "../../db/entities/submission.js";
import {
  type Filing,
  filingsOf,
  type Integrated,
  type Integration,
  type Own,
  ownAsGiven,
} from "../../domain/clocks/clock-facts.js";
import { type History, historyOf } from "../../domain/clocks/clock-history.js";
import type { Effect } from "../../domain/clocks/clock-replay.js";
import { storedStates } from "../../domain/clocks/outcomes.js";
import { same } from "../../domain/same.js";
import type { ActionContext } from "../context.js";
import type { followClock } from "../reminders/follow-clock.js";
import { setDeadline, watchDeadline } from "./deadline.js";
import { showOnProject } from "./present-project.js";
import { setClock } from "./submission-clock.js";

/** What the clocks of a project follow from, before an action changes it. */
export interface ClockFacts {
  own: Own;
  submissions: readonly Submission[];
  filings: readonly Filing[];
  /** the submission that is changed */
  filing: Filing;
}

/** What an action did to the clocks of a project. */
export interface Recounted {
  /** what the submission did if it is an integration; null: it is none */
  effect: Effect | null;
  /** what became of the reminders of the clocks that changed, by submission */
  followed: ReadonlyMap<string, Awaited<ReturnType<typeof followClock>>>;
}

/** Reads what the clocks of a project follow from. @param submission the one that is to be changed, added or deleted */
export async function readClockFacts(
  ctx: ActionContext,
  project: Project,
  submission: Submission,
): Promise<ClockFacts> {
  // Not those read with the project: what they were then, the version doesn't guard.
  const others = (await ctx.all(Submission, { projectId: project.id })).filter(({ id }) => id !== submission.id);
  for (const each of others) showOnProject(project, each);
  const submissions = [...others, submission];
  const filings = filingsOf(project, submissions);
  const filing = filings.find(({ id }) => id === submission.id) as Filing;
  return { own: ownAsGiven(project, filings, ctx.caller.timezone), submissions, filings, filing };
}

/**
 * Computes the clocks of a project again, and lets what the change made of them be stored, with the reminders, watchers and tasks.
 * @param before,after the submission that is changed; null: it is not there
 */
export async function recountClocks(
  ctx: ActionContext,
  project: Project,
  { own, submissions, filings, filing: { id } }: ClockFacts,
  { before, after }: { before: Filing | null; after: Filing | null },
): Promise<Recounted> {
  const others = filings.filter((filing) => filing.id !== id);
  const historyWith = (filing: Filing | null): History =>
    historyOf(own, filing ? [...others, filing] : others, { timezone: ctx.caller.timezone, now: ctx.now });
  const [was, is] = [historyWith(before), historyWith(after)];
  const effect = is.effects.get(id) ?? null;
  const changed = submissions.find((submission) => submission.id === id);
  if (changed && after) ctx.update(changed, { integrated: stored(after.integration, effect) });
  const followed = new Map<string, Awaited<ReturnType<typeof followClock>>>();
  for (const submission of submissions) {
    const states = is.states.get(submission.id);
    if (!states || same(states, was.states.get(submission.id))) continue;
    const { outcome, outcomeAt, outcomeSetAt, outcomesBefore, ...clock } = storedStates(states);
    ctx.update(submission, { outcome, outcomeAt, outcomeSetAt, outcomesBefore });
    const isSame = Object.entries(clock).every(([key, value]) => same(submission[key as keyof Submission], value));
    if (isSame) continue;
    showOnProject(project, submission);
    followed.set(submission.id, await setClock(ctx, submission, clock));
  }
  await storeOwn(ctx, project, own, [was, is]);
  return { effect, followed };
}

const stored = (integration: Integration | null, effect: Effect | null): Integrated | null =>
  integration && {
    at: integration.at.toISOString(),
    type: integration.type,
    clocks: integration.clocks ?? effect?.clocks ?? [],
  };

/** Stores what became of the project's own deadline. */
async function storeOwn(
  ctx: ActionContext,
  project: Project,
  given: Own,
  [was, is]: [History, History],
): Promise<void> {
  const { decisionDeadline, deadlineContinuedBy, deadlineSetAt } = is.own;
  const isSame =
    same(was.own.decisionDeadline, decisionDeadline) && was.own.deadlineContinuedBy === deadlineContinuedBy;
  if (decisionDeadline === null || given.decisionDeadline === null || isSame) return;
  await setDeadline(ctx, project, decisionDeadline);
  const setAt = given.deadlineSetAt ?? given.createdAt;
  const isAsGiven = deadlineContinuedBy === null && same(decisionDeadline, given.decisionDeadline);
  ctx.update(project, {
    // The notices of another date are planned from now on, unless an answer came since.
    deadlineSetAt: is.isOwnRunning && !isAsGiven ? project.recordedNow(ctx.now) : deadlineSetAt,
    deadlineContinuedBy,
    deadlineGiven: isAsGiven
      ? null
      : {
          deadline: given.decisionDeadline.toISOString(),
          setAt: setAt.toISOString(),
          movedTo: decisionDeadline.toISOString(),
        },
  });
  watchDeadline(ctx, project);
}
