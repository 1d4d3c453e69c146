import { z } from "zod";
import { Document } from "../../db/entities/document.js";
import { documentKinds, documentStatuses } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { documentResult, pageOf } from "../results.js";
import { id, paging } from "../schemas.js";
import { presentDocument } from "./fields.js";

export const listDocuments = defineAction({
  name: "list_documents",
  title: { en: "List documents", it: "Elenca i documenti" },
  description: "Lists documents, newest first.",
  area: "documents",
  permissions: ["documents:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({
    projectId: id("only documents of this project").optional(),
    contactId: id("only documents for this counterparty").optional(),
    kind: z.enum(documentKinds).describe("only documents of this kind").optional(),
    status: z.enum(documentStatuses).describe("only documents in this status").optional(),
    ...paging,
  }),
  result: pageOf(documentResult),

  async run({ limit, cursor, ...filters }, ctx) {
    const { items, nextCursor } = await ctx.page(Document, filters, { limit, cursor });
    return { items: items.map(presentDocument), nextCursor };
  },
});
