import { z } from "zod";
import { Contact } from "../../db/entities/contact.js";
import { Document } from "../../db/entities/document.js";
import { Project } from "../../db/entities/project.js";
import { documentKinds } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { findOthersProject } from "../others-project.js";
import { findRepeats } from "../repeats.js";
import { body, id, markdown, name } from "../schemas.js";
import { warningsIfAny, withWarnings } from "../warning-results.js";
import { giveAnother, presentDocument } from "./fields.js";
import { documentResult } from "./results.js";

export const createDocument = defineAction({
  name: "create_document",
  title: { en: "Create a document", it: "Crea un documento" },
  description:
    "Creates a document in draft: a quote (preventivo), letter, engagement letter, delegation, report or the like.",
  area: "documents",
  permissions: ["documents:edit"],
  effect: "create",

  input: z.strictObject({
    title: name("title"),
    kind: z.enum(documentKinds).describe("what kind of document it is").default("preventivo"),
    projectId: id("the project that it belongs to").optional(),
    contactId: id("the counterparty").optional(),
    body: body(`the text, in ${markdown}`).optional(),
  }),
  result: documentResult.extend({ warnings: warningsIfAny }),

  async run({ title, kind, projectId, contactId, body }, ctx) {
    const project = await ctx.loadOptional(Project, { projectId });
    const contact = await ctx.loadOptional(Contact, { contactId });
    const document = ctx.insert(Document, {
      title,
      kind,
      projectId: project?.id ?? null,
      contactId: contact?.id ?? null,
      body: body || null,
      lineItems: [],
      status: "draft",
    });
    const repeats = findRepeats(ctx, Document, document, ["title", "kind", "projectId", "contactId", "body"]);
    const strange = findOthersProject(ctx, document, giveAnother);
    return withWarnings(presentDocument(document), () => [...repeats(), ...strange()]);
  },
});
