import { z } from "zod";
import { Project } from "../../db/entities/project.js";
import { ProjectShare } from "../../db/entities/project-share.js";
import { shareRoles } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { requireMember } from "../require-member.js";
import { id } from "../schemas.js";
import { projectId } from "./fields.js";
import { shareResult } from "./results.js";

export const shareProject = defineAction({
  name: "share_project",
  title: { en: "Share a project", it: "Condivide una pratica" },
  description:
    "Shares a project with a user as viewer or editor, replacing an earlier share. It adds to what the user's role in the organization allows.",
  area: "projects",
  permissions: ["projects:edit"],
  effect: "update",
  closedToGuests: true,
  idempotent: true,

  input: z.strictObject({
    projectId,
    userId: id("the user; list_members returns the ids"),
    role: z.enum(shareRoles).describe("viewer: may see; editor: may see and change"),
  }),
  result: shareResult,

  async run({ projectId, userId, role }, ctx) {
    const project = await ctx.load(Project, { projectId });
    const share = { projectId: project.id, userId: await requireMember(ctx.query, "userId", userId) };
    const [existing] = await ctx.all(ProjectShare, share);
    return existing ? ctx.update(existing, { role }) : ctx.insert(ProjectShare, { ...share, role });
  },
});
