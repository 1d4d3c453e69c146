import type { Task } from "../../db/entities/task.js";
import { roleHolds, shareAllows } from "../../domain/permissions.js";
import type { Role, ShareRole, TaskStatus } from "../../domain/vocabulary.js";
import type { Warning } from "../../domain/warning.js";
import type { ActionContext } from "../context.js";

interface Assignee {
  role: Role;
  share: ShareRole | null;
}
const open: readonly TaskStatus[] = ["todo", "in_progress"];
type Fault = Pick<Warning, "code" | "detail">;

/** What keeps an assignee from doing a task of a project; null: nothing. */
function faultOf({ role, share }: Assignee): Fault | null {
  const may = (verb: "view" | "edit") => roleHolds(role, `tasks:${verb}`) || shareAllows(share, verb);
  if (may("edit")) return null;
  return may("view")
    ? {
        code: "assignee_cannot_change",
        detail: "The assignee can see this task, but can't change it, not even to done.",
      }
    : { code: "assignee_cannot_see", detail: "The assignee can't see this task: its project isn't shared with them." };
}

/** That whoever has an open task can't see it, or can't change it: for who may know the members. */
export async function assigneeWarnings(
  ctx: ActionContext,
  { assigneeId, projectId, status }: Task,
): Promise<Warning[]> {
  if (assigneeId === null || !open.includes(status) || !ctx.may("projects:view")) return [];
  const [assignee] = await ctx.query<Assignee>(
    `select m.role, s.role as share from membership m
       left join project_share s on s.organization_id = m.organization_id and s.user_id = m.user_id and s.project_id = $3
     where m.organization_id = $1 and m.user_id = $2`,
    assigneeId,
    projectId,
  );
  const fault = assignee && faultOf(assignee);
  if (!fault) return [];
  const suggestion =
    "Share the project with share_project, as editor, or give the task to somebody else with update_task.";
  return [{ ...fault, pointer: "/assigneeId", suggestion }];
}

/** That a user whose share ends has open tasks in the project: for who sees tasks. */
export async function leftTasksWarnings(
  ctx: ActionContext,
  { userId, projectId }: { userId: string; projectId: string },
): Promise<Warning[]> {
  if (!ctx.sees("tasks")) return [];
  const [found] = await ctx.query<{ role: Role; count: number }>(
    `select m.role, (select count(*)::int from task t where t.organization_id = $1 and t.project_id = $3 and t.assignee_id = $2
       and t.status = any ($4)) as count
     from membership m where m.organization_id = $1 and m.user_id = $2`,
    userId,
    projectId,
    open,
  );
  const fault = found && faultOf({ role: found.role, share: null });
  if (!fault || found.count === 0) return [];
  const tasks = found.count === 1 ? "1 open task" : `${found.count} open tasks`;
  return [
    {
      code: fault.code,
      pointer: "/userId",
      detail: `The user has ${tasks} in the project, and can't ${fault.code === "assignee_cannot_see" ? "see" : "change"} ${found.count === 1 ? "it" : "them"} any more.`,
      suggestion:
        "Give what is open to somebody else with update_task; list_tasks finds it by projectId and assigneeId.",
    },
  ];
}
