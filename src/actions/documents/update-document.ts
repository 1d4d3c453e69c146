import { z } from "zod";
import { Contact } from "../../db/entities/contact.js";
import { Document } from "../../db/entities/document.js";
import { updateDocumentLinks } from "../../db/quote-links.js";
import { lostLines, lostText } from "../../domain/documents/lost-lines.js";
import { marksLost } from "../../domain/documents/lost-marks.js";
import { replaceLines } from "../../domain/documents/replace-lines.js";
import { holdsIban } from "../../domain/review/checks/r32-written-addresses.js";
import { contentWarnings } from "../../domain/review/warnings.js";
import { defineAction } from "../action.js";
import { changedByAnother } from "../changed-by-another.js";
import { findOthersProject } from "../others-project.js";
import { emptyToNull, id, idOf, name } from "../schemas.js";
import { withLateWarnings } from "../warning-results.js";
import { editedDocument, presentEdited } from "./edited-document.js";
import { contentFields, docId, giveAnother, requireEditable, storedLineItems } from "./fields.js";
import { keepContent, losesContent, replacesContent } from "./kept-content.js";
import { localDay } from "./review-input.js";

export const updateDocument = defineAction({
  name: "update_document",
  title: { en: "Update a document", it: "Modifica un documento" },
  description:
    'Changes the given fields of a document in draft or review; absent ones stay as they are, "" clears one. lineItems are replaced as a whole (single lines: update_quote_lines). Links to bills follow their line; those whose line is gone are removed and returned. Lines or a long text that are lost can be restored for 30 days with documents:delete (owners, admins): list_deleted, restore_record.',
  area: "documents",
  permissions: ["documents:edit"],
  effect: "update",
  idempotent: true,
  body: "large",

  input: z.strictObject({
    docId,
    title: name("title").optional(),
    ...contentFields,
    contactId: id("the counterparty").optional(),
  }),
  result: editedDocument,

  async run({ docId, ...fields }, ctx) {
    const { title, body, lineItems, discountPct, vatPct, notes, validUntil, contactId } = fields;
    // Locked if the lines change, so that no link is added to an old line meanwhile.
    const document = lineItems ? await ctx.lock(Document, { docId }) : await ctx.load(Document, { docId });
    const contact = await ctx.loadOptional(Contact, { contactId }, document.contactId);
    requireEditable(document);
    const { body: bodyBefore, lineItems: linesBefore, contactId: contactBefore, updatedAt } = document;
    const replaced = lineItems && replaceLines(document, storedLineItems(lineItems));
    ctx.update(document, {
      title,
      body: emptyToNull(body),
      lineItems: replaced?.lineItems,
      sections: replaced?.sections,
      discountPct,
      vatPct,
      notes: emptyToNull(notes),
      validUntil: ctx.instant(validUntil),
      contactId: idOf(contact),
    });
    const removed = await updateDocumentLinks(ctx, document.id, linesBefore, document.lineItems, replaced?.follow);
    const ownIban = [title, body, notes].some((text) => text && holdsIban(text))
      ? (await ctx.organization()).iban
      : null;
    const warnings = contentWarnings(document, new Set(Object.keys(fields)), { ...localDay(ctx), ownIban });
    const was = { body: bodyBefore, lineItems: linesBefore };
    const overwritten = replacesContent(was, document)
      ? await changedByAnother(ctx, "document", { id: document.id, updatedAt }, "content")
      : [];
    if (losesContent(was, document) || overwritten.length > 0)
      keepContent(ctx, document, { was, before: "della modifica", links: removed });
    const lost = [
      ...lostLines("document", linesBefore.length, document.lineItems.length),
      ...lostText(bodyBefore, document.body),
      ...marksLost(replaced?.lost ?? []),
    ];
    const isForAnother = document.contactId !== contactBefore;
    const strange = isForAnother ? findOthersProject(ctx, document, giveAnother, document.id) : () => [];
    return withLateWarnings(presentEdited(ctx, document, removed, [...overwritten, ...lost, ...warnings]), strange);
  },
});
