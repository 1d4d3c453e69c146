import { z } from "zod";
import { Project } from "../../db/entities/project.js";
import { projectStatuses, projectTypes } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { pageOf, projectResult } from "../results.js";
import { id, paging, words } from "../schemas.js";
import { stage } from "./fields.js";

export const listProjects = defineAction({
  name: "list_projects",
  title: { en: "List projects", it: "Elenca le pratiche" },
  description: "Lists projects, newest first.",
  area: "projects",
  permissions: ["projects:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({
    status: z.enum(projectStatuses).describe("only projects in this status").optional(),
    type: z.enum(projectTypes).describe("only projects of this type").optional(),
    stage: stage.describe("only projects in this stage").optional(),
    clientContactId: id("only projects of this client").optional(),
    municipality: words("only projects whose comune is written exactly so").optional(),
    ...paging,
  }),
  result: pageOf(projectResult),

  async run({ limit, cursor, ...filters }, ctx) {
    return ctx.page(Project, filters, { limit, cursor });
  },
});
