import { z } from "zod";
import { Template } from "../../db/entities/template.js";
import { defineAction } from "../action.js";
import { id, name } from "../schemas.js";
import { presentTemplate } from "./fields.js";
import { templateResult } from "./results.js";

export const updateTemplate = defineAction({
  name: "update_template",
  title: { en: "Rename a template", it: "Rinomina un modello" },
  description: "Renames a template. Documents that were made from it stay as they are.",
  area: "documents",
  permissions: ["documents:edit"],
  effect: "update",
  idempotent: true,
  addition: true,
  beyondShares: true,

  input: z.strictObject({ templateId: id("the template"), title: name("the new title") }),
  result: templateResult,

  async run({ templateId, title }, ctx) {
    const template = await ctx.load(Template, { templateId });
    return presentTemplate(ctx.update(template, { title }));
  },
});
