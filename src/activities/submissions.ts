import type { WatchSubmissionInput } from "../contracts/watch-submission.js";
import { byWorkflow } from "../db/audit.js";
import { Project } from "../db/entities/project.js";
import { Submission } from "../db/entities/submission.js";
import { transact } from "../db/transact.js";
import { UnitOfWork } from "../db/unit-of-work.js";
import { hasPassed, passesAt } from "../domain/calendar/time.js";
import { nameForDate } from "../domain/messages/notice-names.js";
import type { Dependencies } from "./dependencies.js";
import { notifyOverdue } from "./notices/overdue.js";
import { writtenNotices } from "./notices/write-notices.js";

export type ClockLook =
  | { state: "closed" }
  | { state: "overdue" }
  | { state: "suspended"; remainingDays: number }
  /** `endsAt` (epoch ms) is the end of the deadline's day; `timezone` is the organization's, and older histories lack it */
  | { state: "running"; endsAt: number; timezone?: string };

export const createSubmissionActivities = (deps: Dependencies) => ({
  /** The state of the clock of a submission's decision deadline. The clock of a deleted submission is closed. */
  async lookAtSubmission({ organizationId, submissionId }: WatchSubmissionInput): Promise<ClockLook> {
    const unit = new UnitOfWork(deps.database);
    const submission = await unit.find(Submission, organizationId, submissionId);
    const state = submission?.clockState ?? "closed";
    if (state === "suspended") return { state, remainingDays: submission?.remainingDays ?? 0 };
    if (state === "overdue") return { state };
    if (state === "closed" || !submission?.decisionDeadline) return { state: "closed" };
    const { timezone } = await unit.organization(organizationId);
    return { state, endsAt: passesAt(submission.decisionDeadline, timezone).getTime(), timezone };
  },

  /**
   * Marks a submission as overdue if its deadline has passed with no outcome, opens a task in its project and writes the notice to the
   * owners, once. The project's stage stays.
   * @param at the workflow's time, epoch ms
   * @returns the notice's messages, also if an attempt before wrote them whose answer was lost
   */
  async markOverdue({
    organizationId,
    submissionId,
    at,
  }: WatchSubmissionInput & { at: number }): Promise<{ messageIds: string[] }> {
    return transact(deps.database, byWorkflow(organizationId, "mark_overdue"), async (unit) => {
      const submission = await unit.find(Submission, organizationId, submissionId);
      if (!submission?.decisionDeadline) return { messageIds: [] };
      const notice = nameForDate("overdue", submission.decisionDeadline);
      if (submission.clockState !== "running")
        return { messageIds: await writtenNotices(unit, { organizationId, aboutId: submissionId }, notice) };
      const { timezone } = await unit.organization(organizationId);
      if (!hasPassed(submission.decisionDeadline, new Date(at), timezone)) return { messageIds: [] };
      const project = await unit.find(Project, organizationId, submission.projectId);
      if (!project) return { messageIds: [] };
      unit.update(submission, { clockState: "overdue", overdueAt: new Date(at) });
      const overdue = { project, deadline: submission.decisionDeadline, submissionId, notice };
      return { messageIds: await notifyOverdue(deps, unit, overdue) };
    });
  },
});
