import { z } from "zod";
import { Document } from "../../db/entities/document.js";
import { documentKinds, documentStatuses } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { omitted } from "../embedded-records.js";
import { beginning, end, isWithin } from "../lists/date-bounds.js";
import {
  contactName,
  contactNameColumn,
  type OfProject,
  projectName,
  projectNameColumn,
  type WithContact,
} from "../lists/names.js";
import { recordOf } from "../record-areas.js";
import { instant, pageOf } from "../results.js";
import { id, number, optionalDate, paging, view, words } from "../schemas.js";
import { hasNumber, numberPattern } from "./document-number.js";
import { presentDocument } from "./fields.js";
import { documentResult } from "./results.js";

const { id: docId, number: docNumber, kind, title, status, total, validUntil, updatedAt } = documentResult.shape;

/** A document in a list: as a summary, or in the full view with all its fields. */
const item = recordOf(
  documentResult.partial().extend({
    id: docId,
    number: docNumber,
    kind,
    title,
    status,
    contact: contactName,
    project: projectName,
    total,
    issuedAt: instant.nullable().describe("when its latest revision was issued"),
    validUntil,
    lastSentAt: instant.nullable().describe("when it was last handed over to be delivered"),
    updatedAt,
  }),
  "documents",
);

const latestRevision = `from document_revision r where r.organization_id = t.organization_id and r.document_id = t.id
  and r.revision = t.latest_revision`;
const issuedAt = () => `(select r.issued_at ${latestRevision}) as "issuedAt"`;
/** A message that failed after the handover never arrived. */
const lastSentAt = () => `(select max(m.handed_over_at) from delivery d
  join message m on m.organization_id = d.organization_id and m.id = d.message_id and m.status <> 'failed'
  where d.organization_id = t.organization_id and d.document_id = t.id) as "lastSentAt"`;

interface Dates {
  issuedAt: Date | null;
  lastSentAt: Date | null;
}

export const listDocuments = defineAction({
  name: "list_documents",
  title: { en: "List documents", it: "Elenca i documenti" },
  description:
    "Lists documents, newest first, with the names of contact and project, the total with VAT, and when they were issued and sent. For text and line items use view full or get_document.",
  area: "documents",
  permissions: ["documents:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({
    projectId: id("only documents of this project").optional(),
    contactId: id("only documents for this counterparty").optional(),
    kind: z.enum(documentKinds).describe("only documents of this kind").optional(),
    status: z.enum(documentStatuses).describe("only documents in this status").optional(),
    number: words("only documents with this number: 2026/0003, or 3 for number 3 of every year").optional(),
    issuedFrom: optionalDate("only documents whose latest revision was issued then or later"),
    issuedTo: optionalDate("only documents whose latest revision was issued by then; a day counts whole"),
    validTo: optionalDate("only documents whose validity ends by then; a day counts whole"),
    updatedSince: optionalDate("only documents that changed then or later"),
    totalFrom: number("only documents with this total in euro or more, VAT included").optional(),
    totalTo: number("only documents with this total in euro or less, VAT included").optional(),
    view,
    ...paging,
  }),
  result: pageOf(item).extend({ omitted }),

  async run({ limit, cursor, view, projectId, contactId, kind, status, number: wanted, ...ranges }, ctx) {
    const issued = [
      [">=", beginning(ctx, ranges.issuedFrom)],
      ["<", end(ctx, ranges.issuedTo)],
    ] as const;
    const validTo = end(ctx, ranges.validTo);
    const bounds = [
      ["updated_at >=", beginning(ctx, ranges.updatedSince)],
      ["total >=", ranges.totalFrom],
      ["total <=", ranges.totalTo],
    ] as const;
    const isGiven = ([, bound]: readonly [string, unknown]) => bound !== undefined && bound !== null;
    const page = await ctx.page<Document, OfProject & WithContact & Dates>(
      Document,
      { projectId, contactId, kind, status },
      {
        limit,
        cursor,
        without: view === "full" ? [] : ["body", "notes", "lineItems", "sections"],
        columns: [projectNameColumn, contactNameColumn, issuedAt, lastSentAt],
        where: (add) => [
          ...(wanted === undefined ? [] : [hasNumber("t", add(numberPattern(wanted)))]),
          ...(validTo ? [isWithin(ctx, "t.valid_until", "<", validTo, add)] : []),
          ...bounds.filter(isGiven).map(([compared, bound]) => `t.${compared} ${add(bound)}`),
          ...issued
            .filter(isGiven)
            .map(([compared, bound]) => `exists (select ${latestRevision} and r.issued_at ${compared} ${add(bound)})`),
        ],
      },
    );
    return { items: page.items.map(view === "full" ? presentDocument : summaryOf), nextCursor: page.nextCursor };
  },
});

const summaryOf = (document: Document & OfProject & WithContact & Dates) => {
  const { id, number, kind, title, status, contact, project, issuedAt, validUntil, lastSentAt, updatedAt } = document;
  // The lines aren't needed here, and may be megabytes.
  const total = document.storedTotal ?? 0;
  return { id, number, kind, title, status, contact, project, total, issuedAt, validUntil, lastSentAt, updatedAt };
};
