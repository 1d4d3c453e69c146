import { z } from "zod";
import { Contact } from "../../db/entities/contact.js";
import { Project } from "../../db/entities/project.js";
import { defineAction } from "../action.js";
import { projectResult } from "../results.js";
import { emptyToNull, name } from "../schemas.js";
import { projectFields, projectId } from "./fields.js";
import { presentProject } from "./present-project.js";

export const updateProject = defineAction({
  name: "update_project",
  title: { en: "Update a project", it: "Modifica una pratica" },
  description: "Changes the given fields of a project; absent ones stay as they are, empty ones are cleared.",
  area: "projects",
  permissions: ["projects:edit"],
  effect: "update",
  idempotent: true,

  input: z.strictObject({
    projectId,
    name: name("name of the project").optional(),
    ...projectFields,
    type: projectFields.type.optional(),
  }),
  result: projectResult,

  async run({ projectId, name, type, description, address, municipality, clientContactId }, ctx) {
    const project = await ctx.load(Project, { projectId });
    const client = await ctx.loadOptional(Contact, { clientContactId });
    ctx.update(project, {
      name,
      type,
      description: emptyToNull(description),
      address: emptyToNull(address),
      municipality: emptyToNull(municipality),
      clientContactId: client === null ? null : client?.id,
    });
    return presentProject(ctx, project);
  },
});
