import { z } from "zod";
import { Project } from "../../db/entities/project.js";
import { defineAction } from "../action.js";
import { projectResult } from "../results.js";
import { emptyToNull, note, optionalDate, words } from "../schemas.js";
import { setDeadline, watchDeadline } from "./deadline.js";
import { projectId, stage } from "./fields.js";
import { presentProject } from "./present-project.js";

export const updateProjectStage = defineAction({
  name: "update_project_stage",
  title: { en: "Set a project's stage", it: "Cambia la fase di una pratica" },
  description:
    "Sets any stage of a project's procedure, with what the authority communicated. People are notified before a decision deadline and when it passes.",
  area: "projects",
  permissions: ["projects:edit"],
  effect: "update",

  input: z.strictObject({
    projectId,
    stage: stage.describe("the new stage"),
    protocolNumber: words("the authority's protocol or reference number").optional(),
    submittedAt: optionalDate("formal submission date; by default now, if the stage is submitted"),
    decisionDeadline: optionalDate("by when the authority must decide"),
    authorityNotes: note("notes from the authority").optional(),
  }),
  result: projectResult,

  async run({ projectId, stage, protocolNumber, submittedAt, decisionDeadline, authorityNotes }, ctx) {
    const project = await ctx.load(Project, { projectId });
    const isSubmittedNow = stage === "submitted" && submittedAt === undefined;
    setDeadline(ctx, project, ctx.instant(decisionDeadline));
    ctx.update(project, {
      stage,
      protocolNumber: emptyToNull(protocolNumber),
      submittedAt: isSubmittedNow ? ctx.now : ctx.instant(submittedAt),
      authorityNotes: emptyToNull(authorityNotes),
    });
    watchDeadline(ctx, project);
    return presentProject(ctx, project);
  },
});
