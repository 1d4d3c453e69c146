import { Message } from "../../db/entities/message.js";
import type { Project } from "../../db/entities/project.js";
import { Submission } from "../../db/entities/submission.js";
import { Task } from "../../db/entities/task.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { overdueTasks, overdueTaskTitle, tasksToReopen } from "../../domain/clocks/overdue.js";
import { isWithdrawn } from "../../domain/messages/withdrawn.js";
import type { Dependencies } from "../dependencies.js";
import { addressesAndFacts } from "./notice-facts.js";
import { overdueNotice } from "./notice-texts.js";
import { writeNotices } from "./write-notices.js";

export interface Overdue {
  project: Project;
  deadline: Date;
  /** that has the deadline; null: it is the project's own */
  submissionId: string | null;
  /** the notice's name */
  notice: string;
}

/** For a deadline that has passed, opens a task and writes the notice to the owners, both once per notice. @returns the messages' ids */
export async function notifyOverdue(
  { config }: Dependencies,
  unit: UnitOfWork,
  { project, deadline, submissionId, notice }: Overdue,
): Promise<string[]> {
  const { organizationId } = project;
  const about = { organizationId, aboutId: submissionId ?? project.id };
  const written = await unit.all(Message, { ...about, notice });
  // The deadline was moved while a notice waited for its mail server, and then back: nobody was told.
  for (const message of written)
    if (message.status === "failed" && isWithdrawn(message)) unit.update(message, { status: "queued", error: null });
  const around = { organizationId, projectId: project.id, submissionId };
  const { addresses, facts } = await addressesAndFacts(unit, around, null);
  const title = overdueTaskTitle(project.type, deadline, facts.timezone);
  if (written.length > 0) {
    // Moving the deadline had cancelled it, unless somebody had begun.
    const inProject = { organizationId, projectId: project.id };
    const [tasks, submissions] = [await unit.all(Task, inProject), await unit.all(Submission, inProject)];
    const passed = overdueTasks({ tasks, submissions }, { id: submissionId, deadline, timezone: facts.timezone });
    for (const task of tasksToReopen(passed)) unit.update(task, { status: "todo" });
    return written.map(({ id }) => id);
  }
  unit.insert(Task, { organizationId, projectId: project.id, title, status: "todo", checklist: [] });
  const text = overdueNotice(notice, deadline, title, facts);
  return writeNotices(unit, config, about, text, addresses);
}
