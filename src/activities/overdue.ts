import { Message } from "../db/entities/message.js";
import type { Project } from "../db/entities/project.js";
import { Task } from "../db/entities/task.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import type { Dependencies } from "./dependencies.js";
import { overdueNotice, overdueTaskTitle } from "./notice-texts.js";
import { writeNotices } from "./notices.js";
import { ownersOf } from "./people.js";

export interface Overdue {
  project: Project;
  deadline: Date;
  /** whose deadline it is: a submission, or the project */
  aboutId: string;
  /** which notice of it */
  notice: string;
  /** when it is told */
  at: Date;
}

/** Opens the task that a passed deadline calls for, and writes the owners' notice; both once for each notice. @returns the messages' ids */
export async function notifyOverdue(
  { config }: Dependencies,
  unit: UnitOfWork,
  { project, deadline, aboutId, notice, at }: Overdue,
): Promise<string[]> {
  const { organizationId } = project;
  const { timezone } = await unit.organization(organizationId);
  const about = { organizationId, aboutId };
  const title = overdueTaskTitle(deadline, timezone);
  const told = await unit.all(Message, { ...about, notice });
  if (told.length === 0) {
    unit.insert(Task, {
      organizationId,
      projectId: project.id,
      title,
      status: "todo",
      checklist: [],
    });
  }
  const text = overdueNotice(notice, deadline, title, { config, timezone, project, at });
  return writeNotices(unit, config, about, text, await ownersOf(unit, organizationId));
}
