import { z } from "zod";
import { Task } from "../../db/entities/task.js";
import { shortened } from "../../domain/text/shortened.js";
import { taskStatuses } from "../../domain/vocabulary.js";
import type { Warning } from "../../domain/warning.js";
import { defineAction } from "../action.js";
import { id } from "../schemas.js";
import { ifAny, warningsIfAny } from "../warning-results.js";
import { taskResult } from "./results.js";

export const updateTaskStatus = defineAction({
  name: "update_task_status",
  title: { en: "Set a task's status", it: "Cambia lo stato di un'attività" },
  description: "Sets the status of a task, to any value.",
  area: "tasks",
  permissions: ["tasks:edit"],
  effect: "update",
  idempotent: true,

  input: z.strictObject({ taskId: id("the task"), status: z.enum(taskStatuses).describe("the new status") }),
  result: taskResult.extend({ warnings: warningsIfAny }),

  async run({ taskId, status }, ctx) {
    const task = ctx.update(await ctx.load(Task, { taskId }), { status });
    return { ...task, ...ifAny(openPointsWarnings(task)) };
  },
});

const maxNamed = 5;

/** That points of a task's checklist are open though it is done. */
function openPointsWarnings({ status, checklist }: Pick<Task, "status" | "checklist">): Warning[] {
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
