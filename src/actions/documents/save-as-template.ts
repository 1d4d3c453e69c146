import { z } from "zod";
import { Document } from "../../db/entities/document.js";
import { Template } from "../../db/entities/template.js";
import { defineAction } from "../action.js";
import { findRepeats } from "../repeats.js";
import { name } from "../schemas.js";
import { warningsIfAny, withWarnings } from "../warning-results.js";
import { docId, presentTemplate, templateContent } from "./fields.js";
import { templateResult } from "./results.js";

export const saveAsTemplate = defineAction({
  name: "save_as_template",
  title: { en: "Save a document as a template", it: "Salva come modello" },
  description: "Saves a document's content and structure as a template for new documents.",
  area: "documents",
  permissions: ["documents:edit"],
  effect: "create",
  beyondShares: true,

  input: z.strictObject({ docId, title: name("title; by default the document's").optional() }),
  result: templateResult.extend({ warnings: warningsIfAny }),

  async run({ docId, title }, ctx) {
    const document = await ctx.load(Document, { docId });
    const template = ctx.insert(Template, { title: title ?? document.title, ...templateContent(document) });
    const repeats = findRepeats(ctx, Template, template, ["title", "kind", "body"], document.updatedAt);
    return withWarnings(presentTemplate(template), repeats);
  },
});
