import { z } from "zod";
import { Contact } from "../../db/entities/contact.js";
import { Document } from "../../db/entities/document.js";
import { defineAction } from "../action.js";
import { documentResult } from "../results.js";
import { cleared, name, text } from "../schemas.js";
import { contentFields, docId, presentDocument, requireEditable, storedLineItems } from "./fields.js";

export const updateDocument = defineAction({
  name: "update_document",
  title: "Update a document",
  description: "Changes the given fields of a document in draft or under review; line items are replaced as a whole.",
  area: "documents",
  permissions: ["documents:edit"],
  effect: "update",
  idempotent: true,

  input: z.strictObject({
    docId,
    title: name("title").optional(),
    ...contentFields,
    contactId: text("the counterparty"),
  }),
  result: documentResult,

  async run({ docId, title, body, lineItems, discountPct, vatPct, notes, validUntil, contactId }, ctx) {
    const document = await ctx.load(Document, { docId });
    const contact = await ctx.loadOptional(Contact, { contactId });
    requireEditable(document);
    ctx.update(document, {
      title,
      body: cleared(body),
      lineItems: lineItems && storedLineItems(lineItems),
      discountPct,
      vatPct,
      notes: cleared(notes),
      validUntil: ctx.instant(validUntil),
      contactId: contact === null ? null : contact?.id,
    });
    return presentDocument(document);
  },
});
