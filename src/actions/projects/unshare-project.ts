import { z } from "zod";
import { Project } from "../../db/entities/project.js";
import { ProjectShare } from "../../db/entities/project-share.js";
import { defineAction } from "../action.js";
import { requireMember } from "../require-member.js";
import { id } from "../schemas.js";
import { leftTasksWarnings } from "../tasks/assignee-warnings.js";
import { ifAny, warningsIfAny } from "../warning-results.js";
import { projectId } from "./fields.js";

export const unshareProject = defineAction({
  name: "unshare_project",
  title: { en: "Stop sharing a project", it: "Toglie la condivisione di una pratica" },
  description: "Ends a user's share of a project. What the user's role in the organization allows stays.",
  area: "projects",
  permissions: ["projects:edit"],
  effect: "update",
  closedToGuests: true,
  idempotent: true,
  addition: true,

  input: z.strictObject({ projectId, userId: id("the user") }),
  result: z.object({ projectId: z.string(), userId: z.string(), shared: z.literal(false), warnings: warningsIfAny }),

  async run({ projectId, userId }, ctx) {
    const project = await ctx.load(Project, { projectId });
    const share = { projectId: project.id, userId: await requireMember(ctx.query, "userId", userId) };
    for (const existing of await ctx.all(ProjectShare, share)) ctx.delete(existing, { role: existing.role, ...share });
    return { ...share, shared: false, ...ifAny(await leftTasksWarnings(ctx, share)) } as const;
  },
});
