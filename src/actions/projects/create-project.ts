import { z } from "zod";
import { Contact } from "../../db/entities/contact.js";
import { Project } from "../../db/entities/project.js";
import { projectStatuses } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { findRepeats } from "../repeats.js";
import { name } from "../schemas.js";
import { warningsIfAny, withWarnings } from "../warning-results.js";
import { projectFields } from "./fields.js";
import { presentProject } from "./present-project.js";
import { projectResult } from "./results.js";

export const createProject = defineAction({
  name: "create_project",
  title: { en: "Create a project", it: "Crea una pratica" },
  description: "Creates a project (pratica) in stage preparation.",
  area: "projects",
  permissions: ["projects:edit"],
  effect: "create",
  closedToGuests: true,
  beyondShares: true,

  input: z.strictObject({
    name: name("name of the project"),
    status: z.enum(projectStatuses).describe("state of the work").default("draft"),
    ...projectFields,
    type: projectFields.type.default("generic"),
  }),
  result: projectResult.extend({ warnings: warningsIfAny }),

  async run({ name, status, type, description, address, municipality, clientContactId }, ctx) {
    const client = await ctx.loadOptional(Contact, { clientContactId });
    const project = ctx.insert(Project, {
      name,
      status,
      type,
      description: description || null,
      address: address || null,
      municipality: municipality || null,
      clientContactId: client?.id ?? null,
      stage: "preparation",
    });
    const repeats = findRepeats(ctx, Project, project, ["name", "type", "address", "municipality", "clientContactId"]);
    return withWarnings(presentProject(ctx, project), repeats);
  },
});
