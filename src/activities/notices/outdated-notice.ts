import type { Message } from "../../db/entities/message.js";
import { Project } from "../../db/entities/project.js";
import type { Reminder } from "../../db/entities/reminder.js";
import { Submission } from "../../db/entities/submission.js";
import { Thread } from "../../db/entities/thread.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { isForDate } from "../../domain/messages/notice-names.js";

const moved = "the deadline got another date";
const closed = "its clock was closed";
const suspended = "its clock was suspended";

/** What happened to a notice's reminder while the notice waited for its mail server, so that it is not sent; null: nothing. */
export function whyReminderOutdates(reminder: Reminder, { notice, createdAt }: Message): string | null {
  if (!reminder.isOpen) return "the reminder was closed";
  if (reminder.status === "suspended") return "the clock of the deadline was suspended";
  const { dueAt, dueSetAt } = reminder;
  const isForIt = isForDate(notice, dueAt) ?? (dueSetAt === null || createdAt >= dueSetAt);
  return isForIt ? null : "the reminder got another date";
}

/** As `whyReminderOutdates`, of a notice about a deadline or a thread; null also where its record is none of these, or is gone. */
export async function whyOutdated(unit: UnitOfWork, message: Message): Promise<string | null> {
  const { organizationId, aboutId, notice } = message;
  if (aboutId === null) return null;
  const submission = await unit.find(Submission, organizationId, aboutId);
  if (submission) {
    const { clockState, decisionDeadline } = submission;
    if (clockState === "suspended") return suspended;
    if (clockState === "closed" || decisionDeadline === null) return closed;
    return isForDate(notice, decisionDeadline) === false ? moved : null;
  }
  const project = await unit.find(Project, organizationId, aboutId);
  if (project) {
    const { decisionDeadline } = project;
    const { timezone } = await unit.organization(organizationId);
    const fate = project.fateOfDeadline(timezone);
    if (fate !== null) return fate.fate === "suspended" ? suspended : closed;
    return decisionDeadline && isForDate(notice, decisionDeadline) === false ? moved : null;
  }
  const thread = await unit.find(Thread, organizationId, aboutId);
  return thread && thread.status !== "needs_reply" ? "the thread needs no reply any more" : null;
}
