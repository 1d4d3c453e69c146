import type { WatchProjectInput } from "../contracts/watch-project.js";
import { byWorkflow } from "../db/audit.js";
import { Message } from "../db/entities/message.js";
import { Project } from "../db/entities/project.js";
import { transact } from "../db/transact.js";
import { UnitOfWork } from "../db/unit-of-work.js";
import { isPlanned, nextNotice, noticePlan, type PlannedNotice } from "../domain/calendar/notice-plan.js";
import { dueInstant, hasPassed, passesAt } from "../domain/calendar/time.js";
import { deadlineTitle } from "../domain/clocks/overdue.js";
import { nameForDate } from "../domain/messages/notice-names.js";
import type { Dependencies } from "./dependencies.js";
import { addressesAndFacts } from "./notices/notice-facts.js";
import { aheadNotice, dueNotice } from "./notices/notice-texts.js";
import { notifyOverdue } from "./notices/overdue.js";
import { writeNotices, writingTime, writtenNotices } from "./notices/write-notices.js";

export type DeadlineLook =
  /** there is no deadline, or a decision or another clock has taken its place */
  | { state: "settled" }
  /**
   * The next notice and when to write it. `notice` is `due` on the day itself and `passed` once that day is over, at `over`. `at`
   * and `over` are epoch ms, `timezone` is the organization's; older histories lack `over` and `timezone`.
   */
  | { state: "waiting"; at: number; notice: string; over?: number; timezone?: string };

const due = "due";
const passed = "passed";

export const createProjectDeadlineActivities = (deps: Dependencies) => ({
  /**
   * The next notice for a project's own deadline.
   * @param at the workflow's time, epoch ms
   * @param toldUpTo epoch ms up to which the workflow has handled notices
   */
  async lookAtProjectDeadline({
    organizationId,
    projectId,
    at,
    toldUpTo,
  }: WatchProjectInput & { at: number; toldUpTo: number }): Promise<DeadlineLook> {
    const unit = new UnitOfWork(deps.database);
    const project = await unit.find(Project, organizationId, projectId);
    const deadline = project?.decisionDeadline;
    if (!deadline || project.deadlineSettledAt || (await isDecidedElsewhere(unit, project)))
      return { state: "settled" };
    const { timezone } = await unit.organization(organizationId);
    const over = { name: passed, at: passesAt(deadline, timezone) };
    const plan = await planOf(unit, project, deadline);
    const written = await unit.all(Message, { organizationId, aboutId: projectId });
    const wasWritten = (name: string) => written.some((message) => message.notice === nameForDate(name, deadline));
    const next = (at < over.at.getTime() && nextNotice(plan, { at, handledUpTo: toldUpTo, wasWritten })) || over;
    return { state: "waiting", at: next.at.getTime(), notice: next.name, over: over.at.getTime(), timezone };
  },

  /**
   * Writes a notice of a project's deadline before it passes. Each notice is written once.
   * @param at the workflow's time, epoch ms
   * @returns its messages, also if an attempt before wrote them whose answer was lost
   */
  async tellProjectDeadline({
    organizationId,
    projectId,
    notice,
    at,
  }: WatchProjectInput & { notice: string; at: number }): Promise<{ messageIds: string[] }> {
    return transact(deps.database, byWorkflow(organizationId, "tell_project_deadline"), async (unit) => {
      const project = await unit.find(Project, organizationId, projectId);
      const deadline = project?.decisionDeadline;
      if (!deadline) return { messageIds: [] };
      const about = { organizationId, aboutId: projectId };
      const name = nameForDate(notice, deadline);
      const { timezone } = await unit.organization(organizationId);
      const moment = writingTime(unit, at);
      const isOver = hasPassed(deadline, moment, timezone) || (await isDecidedElsewhere(unit, project));
      if (isOver || !isPlanned(await planOf(unit, project, deadline), notice, at))
        return { messageIds: await writtenNotices(unit, about, name) };
      const date = {
        kind: "deadline",
        title: deadlineTitle(project),
        dueAt: deadline,
        notes: null,
        record: `la pratica “${project.name}”`,
      } as const;
      const around = { organizationId, projectId };
      const { addresses, facts } = await addressesAndFacts(unit, around, project.deadlineSetBy);
      const write = notice === due ? dueNotice : aheadNotice;
      const text = write(name, date, moment, facts);
      return { messageIds: await writeNotices(unit, deps.config, about, text, addresses) };
    });
  },

  /**
   * Settles a project's deadline, so that it is watched no more. If it has passed with no decision, the owners are notified and a task
   * is opened, once. The project's stage stays.
   * @param at the workflow's time, epoch ms
   * @returns `settled: false` if the deadline has not passed yet; the notice's messages, also if an attempt before wrote them whose
   *   answer was lost
   */
  async settleProjectDeadline({
    organizationId,
    projectId,
    at,
  }: WatchProjectInput & { at: number }): Promise<{ settled: boolean; messageIds: string[] }> {
    return transact(deps.database, byWorkflow(organizationId, "settle_project_deadline"), async (unit) => {
      const project = await unit.find(Project, organizationId, projectId);
      const deadline = project?.decisionDeadline;
      if (!deadline) return { settled: true, messageIds: [] };
      const notice = nameForDate(passed, deadline);
      if (project.deadlineSettledAt) {
        const about = { organizationId, aboutId: projectId };
        return { settled: true, messageIds: await writtenNotices(unit, about, notice) };
      }
      const isDecided = await isDecidedElsewhere(unit, project);
      const { timezone } = await unit.organization(organizationId);
      if (!isDecided && !hasPassed(deadline, new Date(at), timezone)) return { settled: false, messageIds: [] };
      // What was decided counts as settled within its term: if it wasn't decided after all, `watchDeadline` knows that nobody was told.
      const withinTerm = passesAt(deadline, timezone).getTime() - 1;
      unit.update(project, {
        deadlineSettledAt: isDecided ? new Date(Math.min(unit.now.getTime(), withinTerm)) : unit.now,
      });
      if (isDecided) return { settled: true, messageIds: [] };
      const overdue = { project, deadline, submissionId: null, notice };
      return { settled: true, messageIds: await notifyOverdue(deps, unit, overdue) };
    });
  },
});

/** The notices until a project's own deadline passes, from when it was set. */
async function planOf(
  unit: UnitOfWork,
  { organizationId, deadlineSetAt, createdAt, updatedAt }: Project,
  deadline: Date,
): Promise<PlannedNotice[]> {
  const { timezone, holidays } = await unit.organization(organizationId);
  // It is recorded after all else of the project, which a wrong clock may have dated years ahead.
  const setAt = new Date(Math.min(+(deadlineSetAt ?? createdAt), +updatedAt));
  const dueAt = dueInstant(deadline, timezone);
  return [
    ...noticePlan("deadline", deadline, setAt, timezone, holidays),
    ...(dueAt < passesAt(deadline, timezone) ? [{ name: due, at: dueAt }] : []),
  ].filter((notice) => notice.at > setAt);
}

/** Whether there is nothing to watch: no deadline, or a decision or another clock in its place. Nobody is notified twice of one date. */
async function isDecidedElsewhere(unit: UnitOfWork, project: Project): Promise<boolean> {
  const { timezone } = await unit.organization(project.organizationId);
  return project.fateOfDeadline(timezone) !== null;
}
