import { z } from "zod";
import { Template } from "../../db/entities/template.js";
import { defineAction } from "../action.js";
import { keepDeleted } from "../deletions/keep-deleted.js";
import { deletedResult } from "../results.js";
import { id } from "../schemas.js";

export const deleteTemplate = defineAction({
  name: "delete_template",
  title: { en: "Delete a template", it: "Elimina un modello" },
  description: "Deletes a template; documents that were made from it stay.",
  area: "documents",
  permissions: ["documents:delete"],
  effect: "delete",
  addition: true,

  input: z.strictObject({ templateId: id("the template to delete") }),
  result: deletedResult,

  async run({ templateId }, ctx) {
    const template = await ctx.load(Template, { templateId });
    ctx.delete(template);
    return keepDeleted(ctx, { kind: "template", id: template.id, title: template.title });
  },
});
