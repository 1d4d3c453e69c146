import { z } from "zod";
import { Template } from "../../db/entities/template.js";
import { documentKinds } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { pageOf, templateResult } from "../results.js";
import { paging } from "../schemas.js";
import { presentTemplate } from "./fields.js";

export const listTemplates = defineAction({
  name: "list_templates",
  title: { en: "List templates", it: "Elenca i modelli" },
  description: "Lists document templates, newest first.",
  area: "documents",
  permissions: ["documents:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({ kind: z.enum(documentKinds).describe("only templates of this kind").optional(), ...paging }),
  result: pageOf(templateResult),

  async run({ kind, limit, cursor }, ctx) {
    const { items, nextCursor } = await ctx.page(Template, { kind }, { limit, cursor });
    return { items: items.map(presentTemplate), nextCursor };
  },
});
