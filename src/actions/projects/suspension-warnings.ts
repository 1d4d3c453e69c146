import { Submission } from "../../db/entities/submission.js";
import type { Clock } from "../../domain/clocks/clocks.js";
import { unusedIntegrations } from "../../domain/clocks/outcomes.js";
import type { Warning } from "../../domain/warning.js";
import type { ActionContext } from "../context.js";

/**
 * The integrations that were recorded before the suspension that they may answer, and so let no clock go on: it stays suspended with
 * nobody awaited.
 * @param pointer to what says since when it is suspended
 */
export async function unusedIntegrationWarnings(
  ctx: ActionContext,
  { projectId, clockState, outcomeAt }: Submission,
  pointer: string,
): Promise<Warning[]> {
  if (clockState !== "suspended" || outcomeAt === null) return [];
  return unusedIntegrations(await ctx.all(Submission, { projectId }))
    .filter(({ submittedAt }) => ctx.dayOf(submittedAt) >= ctx.dayOf(outcomeAt))
    .map(({ id, submittedAt }) => ({
      code: "integration_unused",
      pointer,
      detail: `The integration ${id} of ${ctx.dayOf(submittedAt)} was recorded before this suspension of ${ctx.dayOf(outcomeAt)}; the clock stays suspended.`,
      suggestion: `If it answers the suspension, resume the clock with it: set its kind to "reminder" and again to "integration", {"submissionId": "${id}", "kind": …}, with update_submission.`,
    }));
}

/**
 * A day of suspension that can't be: the integration that let the clock go on was filed before it, or the one that answered an earlier
 * suspension was filed after it. The days that remained are then wrong.
 */
export async function suspensionDayWarnings(ctx: ActionContext, submission: Submission): Promise<Warning[]> {
  const { projectId, outcome, outcomeAt, continuedBy, outcomesBefore } = submission;
  if (outcome !== "suspended" || outcomeAt === null) return [];
  const suspended = ctx.dayOf(outcomeAt);
  const earlier = new Set(outcomesBefore?.map((past) => past.continuedBy));
  const isAnswer = ({ id }: Submission) => id === continuedBy && !earlier.has(id);
  return (await ctx.all(Submission, { projectId, kind: "integration" })).flatMap((integration) => {
    const filed = ctx.dayOf(integration.submittedAt);
    const side =
      isAnswer(integration) && filed < suspended
        ? "after the integration that let the clock go on"
        : earlier.has(integration.id) && filed > suspended
          ? "before the integration that answered the suspension before it"
          : null;
    if (side === null) return [];
    return {
      code: "suspension_out_of_order",
      pointer: "/outcomeAt",
      detail: `The suspension of ${suspended} lies ${side}, ${integration.id} of ${filed}.`,
      suggestion: `Correct outcomeAt with update_submission, or the day of the integration: {"submissionId": "${integration.id}", "submittedAt": "YYYY-MM-DD"}.`,
    };
  });
}

/**
 * The clocks that stay suspended while an integration lets the latest one go on; that one may be another authority's.
 * @param continued that one's submission
 */
export function stillSuspendedWarnings(
  ctx: ActionContext,
  clocks: readonly Clock[],
  { id }: Pick<Submission, "id">,
  continued: string | null,
): Warning[] {
  const others = clocks.filter(({ status }) => status === "suspended");
  if (continued === null || others.length === 0) return [];
  const named = others.map(({ submissionId, endsAt }) => {
    const owner = submissionId === null ? "of the project's own deadline" : `of submission ${submissionId}`;
    return `${owner}, ${ctx.dayOf(endsAt)}`;
  });
  return [
    {
      code: "clocks_left_suspended",
      pointer: "/kind",
      detail: `The integration resumes the clock of submission ${continued}, the latest that was suspended; still suspended: ${named.join("; ")}.`,
      suggestion: `If it answers each of them, record an integration for each: each resumes the latest clock that is still suspended. If it answers another one alone, record it again until that one goes on, then delete what isn't about it, such as this one, with delete_submission {"submissionId": "${id}"}: the clock that it resumed is suspended again, as before.`,
    },
  ];
}
