import type { Project } from "../../db/entities/project.js";
import type { Reminder } from "../../db/entities/reminder.js";
import type { Submission } from "../../db/entities/submission.js";
import { deadlineTitle } from "../../domain/clocks/overdue.js";
import type { ActionContext } from "../context.js";
import { planReminder } from "../reminders/plan.js";

/** Plans the reminder of a submission's decision deadline. */
export function planDeadlineReminder(
  ctx: ActionContext,
  project: Project,
  { id: submissionId, clockState }: Submission,
  dueAt: Date,
): Reminder {
  const reminder = planReminder(ctx, {
    title: deadlineTitle(project),
    dueAt,
    kind: "deadline",
    projectId: project.id,
    notes: null,
    submissionId,
  });
  return clockState === "suspended" ? ctx.update(reminder, { status: "suspended" }) : reminder;
}
