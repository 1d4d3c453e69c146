import { z } from "zod";
import { Contact } from "../../db/entities/contact.js";
import { Document } from "../../db/entities/document.js";
import { Project } from "../../db/entities/project.js";
import { Template } from "../../db/entities/template.js";
import { defineAction } from "../action.js";
import { findOthersProject } from "../others-project.js";
import { findRepeats } from "../repeats.js";
import { id, name } from "../schemas.js";
import { warningsIfAny, withWarnings } from "../warning-results.js";
import { giveAnother, presentDocument, templateContent } from "./fields.js";
import { documentResult } from "./results.js";

export const createDocumentFromTemplate = defineAction({
  name: "create_document_from_template",
  title: { en: "Create a document from a template", it: "Crea un documento da un modello" },
  description: "Creates a document in draft with a template's content and structure.",
  area: "documents",
  permissions: ["documents:edit"],
  effect: "create",
  closedToGuests: true,

  input: z.strictObject({
    templateId: id("the template"),
    title: name("title; by default the template's").optional(),
    projectId: id("the project that it belongs to").optional(),
    contactId: id("the counterparty").optional(),
  }),
  result: documentResult.extend({ warnings: warningsIfAny }),

  async run({ templateId, title, projectId, contactId }, ctx) {
    const template = await ctx.load(Template, { templateId });
    const project = await ctx.loadOptional(Project, { projectId });
    const contact = await ctx.loadOptional(Contact, { contactId });
    const document = ctx.insert(Document, {
      title: title ?? template.title,
      ...templateContent(template),
      projectId: project?.id ?? null,
      contactId: contact?.id ?? null,
      status: "draft",
    });
    const same = ["title", "kind", "projectId", "contactId", "body"] as const;
    const repeats = findRepeats(ctx, Document, document, same, template.updatedAt);
    const strange = findOthersProject(ctx, document, giveAnother);
    return withWarnings(presentDocument(document), () => [...repeats(), ...strange()]);
  },
});
