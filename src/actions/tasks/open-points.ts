import type { Task } from "../../db/entities/task.js";
import { shortened } from "../../domain/text/shortened.js";
import type { Warning } from "../../domain/warning.js";

const maxNamed = 5;

/** That points of a task's checklist are open though it is done. */
export function openPointsWarnings({ status, checklist }: Pick<Task, "status" | "checklist">): Warning[] {
  const open = checklist.filter(({ done }) => !done);
  if (status !== "done" || open.length === 0) return [];
  const named = open.slice(0, maxNamed).map(({ text }) => `«${shortened(text, 80)}»`);
  const more = open.length > named.length ? `; and ${open.length - named.length} more` : "";
  const points = open.length === 1 ? "an open point" : `${open.length} open points`;
  return [
    {
      code: "open_points",
      pointer: "/status",
      detail: `The task is done, and its checklist has ${points}: ${named.join("; ")}${more}.`,
      suggestion:
        "If they are done, tick them with update_task_checklist; if they are to be done, set the status back.",
    },
  ];
}
