import type { Project } from "../../../db/entities/project.js";
import { Submission } from "../../../db/entities/submission.js";
import type { ActionContext } from "../../context.js";
import { closeDeadlines } from "../reminders/plan.js";

/**
 * Ends the clock over which an integration with a new deadline takes: that of the latest submission still without a decision.
 * Earlier ones run on, since a project may be before several authorities at once.
 */
export async function endEarlierClock(ctx: ActionContext, project: Project): Promise<void> {
  const submissions = await ctx.all(Submission, { projectId: project.id });
  const running = submissions.filter(
    ({ decisionDeadline, outcome }) => decisionDeadline !== null && (outcome === null || outcome === "suspended"),
  );
  await closeDeadlines(ctx, running.slice(-1), "Annullato: un'integrazione ha aperto un nuovo termine.");
}
