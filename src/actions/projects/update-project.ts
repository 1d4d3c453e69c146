import { z } from "zod";
import { Contact } from "../../db/entities/contact.js";
import { Project } from "../../db/entities/project.js";
import type { Clock } from "../../domain/clocks/clocks.js";
import type { ProjectType } from "../../domain/vocabulary.js";
import type { Warning } from "../../domain/warning.js";
import { defineAction } from "../action.js";
import { emptyToNull, idOf, name } from "../schemas.js";
import { ifAny, warningsIfAny } from "../warning-results.js";
import { projectFields, projectId } from "./fields.js";
import { presentProject } from "./present-project.js";
import { projectResult } from "./results.js";

export const updateProject = defineAction({
  name: "update_project",
  title: { en: "Update a project", it: "Modifica una pratica" },
  description: 'Changes the given fields of a project; absent ones stay as they are, "" clears an optional one.',
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
  result: projectResult.extend({ warnings: warningsIfAny }),

  async run({ projectId, name, type, description, address, municipality, clientContactId }, ctx) {
    const project = await ctx.load(Project, { projectId });
    const client = await ctx.loadOptional(Contact, { clientContactId }, project.clientContactId);
    const typeBefore = project.type;
    ctx.update(project, {
      name,
      type,
      description: emptyToNull(description),
      address: emptyToNull(address),
      municipality: emptyToNull(municipality),
      clientContactId: idOf(client),
    });
    const shown = presentProject(ctx, project);
    return {
      ...shown,
      ...ifAny(project.type === typeBefore ? [] : otherLawWarnings(shown.clocks, typeBefore, project.type)),
    };
  },
});

/** The clocks that began under the law of another type: their dates stay, and what goes on from them follows the new type. */
function otherLawWarnings(clocks: readonly Clock[], before: ProjectType, after: ProjectType): Warning[] {
  const open = clocks.filter(({ submissionId, status }) => submissionId !== null && status !== "closed");
  if (open.length === 0) return [];
  const named = open.map(({ submissionId, status }) => `${submissionId} (${status})`).join(", ");
  return [
    {
      code: "type_of_open_clocks",
      pointer: "/type",
      detail: `Clocks that began under ${before} are still open: of submission ${named}. Their deadlines stay; from now on the rules of ${after} apply to suggested terms and to the resuming of suspended clocks.`,
      suggestion: `If what was filed is still a ${before}, set the type back, and create another project for the other procedure; else correct the deadlines with update_submission.`,
    },
  ];
}
