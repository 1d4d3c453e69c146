import type { Project } from "../../db/entities/project.js";
import { Task } from "../../db/entities/task.js";
import { shortened } from "../../domain/shortened.js";
import type { Warning } from "../../domain/warning.js";
import type { ActionContext } from "../context.js";

const maxNamed = 5;

/** That points of a task's checklist are open though it is done. */
export function openPointsWarnings({ status, checklist }: Task): Warning[] {
  if (status !== "done") return [];
  const open = checklist.filter(({ done }) => !done);
  return warningsOf(open.length, open, "The task is done, and its checklist has");
}

/**
 * Looks for open points in the checklists of a project that is over, but for those of cancelled tasks.
 * @returns what gives the warning of them, after the commit; to a caller who may not view tasks none
 */
export function findOpenPoints(ctx: ActionContext, { id, status }: Project): () => Warning[] {
  if (!ctx.mayView(Task)) return () => [];
  const open = ctx.queryAlongside<{ text: string; count: number }>(
    `select point->>'text' as text, count(*) over ()::int as count from task t, jsonb_array_elements(t.checklist) point
     where t.organization_id = $1 and t.project_id = $2 and t.status <> 'cancelled' and not (point->>'done')::boolean
     order by t.id limit ${maxNamed}`,
    id,
  );
  return () =>
    warningsOf(open.rows[0]?.count ?? 0, open.rows, `The project is ${status}, and its tasks' checklists have`);
}

/** @param points some of them at least */
function warningsOf(count: number, points: readonly { text: string }[], state: string): Warning[] {
  if (count === 0) return [];
  const named = points.slice(0, maxNamed).map(({ text }) => `«${shortened(text, 80)}»`);
  const more = count > named.length ? `; and ${count - named.length} more` : "";
  return [
    {
      code: "open_points",
      pointer: "/status",
      detail: `${state} ${count === 1 ? "an open point" : `${count} open points`}: ${named.join("; ")}${more}.`,
      suggestion:
        "If they are done, tick them with update_task_checklist; if they are to be done, set the status back.",
    },
  ];
}
