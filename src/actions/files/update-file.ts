import { z } from "zod";
import { Project } from "../../db/entities/project.js";
import { conflict, forbidden } from "../../domain/errors.js";
import { fileName } from "../../domain/files.js";
import { defineAction } from "../action.js";
import { requireSameProject } from "../require-same-project.js";
import { id, idOf, name } from "../schemas.js";
import { fileId, fileResult } from "./fields.js";
import { loadFile } from "./load-file.js";

export const updateFile = defineAction({
  name: "update_file",
  title: { en: "Change a file", it: "Modifica un file" },
  description:
    "Renames a file, or files it under a project. Its content never changes. A guest can't take a file out of its project.",
  area: "files",
  permissions: ["documents:edit"],
  effect: "update",
  idempotent: true,
  addition: true,

  input: z.strictObject({
    fileId,
    name: name("what it is called").optional(),
    projectId: id('the project that it belongs to; "" for none').optional(),
  }),
  result: fileResult,

  async run({ fileId, name, projectId }, ctx) {
    const file = await loadFile(ctx, fileId);
    const project = await ctx.loadOptional(Project, { projectId });
    requireSameProject(ctx, "file", file, project);
    if (project !== undefined && file.source === "issued" && idOf(project) !== file.projectId)
      throw conflict("The PDF of an issued document is filed with it: move_document moves both.");
    if (project === null && ctx.sharedWith !== null)
      throw forbidden("Taking a file out of its project needs documents:edit in the whole organization.");
    return ctx.update(file, {
      name: name === undefined ? undefined : fileName(name),
      projectId: idOf(project),
    });
  },
});
