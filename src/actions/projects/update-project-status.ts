import { z } from "zod";
import { Project } from "../../db/entities/project.js";
import { type ProjectStatus, projectStatuses } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { ifAny, warningsIfAny } from "../warning-results.js";
import { projectId } from "./fields.js";
import { openClockWarnings } from "./filing-warnings.js";
import { presentProject } from "./present-project.js";
import { projectResult } from "./results.js";

const over: readonly ProjectStatus[] = ["completed", "archived"];

export const updateProjectStatus = defineAction({
  name: "update_project_status",
  title: { en: "Set a project's status", it: "Cambia lo stato di una pratica" },
  description:
    "Sets the status of a project, to any value: the state of the organization's own work. For the authority's procedure use update_project_stage.",
  area: "projects",
  permissions: ["projects:edit"],
  effect: "update",
  idempotent: true,

  input: z.strictObject({ projectId, status: z.enum(projectStatuses).describe("the new status") }),
  result: projectResult.extend({ warnings: warningsIfAny }),

  async run({ projectId, status }, ctx) {
    const project = ctx.update(await ctx.load(Project, { projectId }), { status });
    const shown = presentProject(ctx, project);
    if (!over.includes(status)) return shown;
    return { ...shown, ...ifAny(openClockWarnings(ctx, shown.clocks, { pointer: "/status" })) };
  },
});
