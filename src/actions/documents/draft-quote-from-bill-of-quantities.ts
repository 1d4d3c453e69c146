import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { Contact } from "../../db/entities/contact.js";
import { Document } from "../../db/entities/document.js";
import { newId } from "../../db/new-id.js";
import { type AddedLink, linkInsert } from "../../db/quote-links.js";
import { type BillLine, flattenLines, lineFingerprint } from "../../domain/bill/bill.js";
import { wholeBill } from "../../domain/bill-warnings/bill-warnings.js";
import { sectionsOfBill } from "../../domain/documents/document-sections.js";
import { quoteLineFingerprint } from "../../domain/documents/quote-line.js";
import type { LineItem } from "../../domain/documents/revision.js";
import { contentWarnings } from "../../domain/review/warnings.js";
import { unlessBlank } from "../../domain/text/blank.js";
import { defineAction } from "../action.js";
import { requireRoomForLinks } from "../bills-of-quantities/quote-links.js";
import { warnings, warningsOf } from "../bills-of-quantities/warnings.js";
import type { ActionContext } from "../context.js";
import { findOthersProject } from "../others-project.js";
import { findRepeats } from "../repeats.js";
import { id, label } from "../schemas.js";
import { withLateWarnings } from "../warning-results.js";
import { discountPct, giveAnother, presentDocument, vatPct } from "./fields.js";
import { documentResult } from "./results.js";
import { localDay } from "./review-input.js";

export const draftQuoteFromBillOfQuantities = defineAction({
  name: "draft_quote_from_bill_of_quantities",
  title: { en: "Draft a quote from a bill of quantities", it: "Prepara un preventivo da un computo" },
  description:
    "Creates a quote in draft from a bill: one line item for each line of the bill, in order and linked to it, with the bill's sections. Heed the warnings of the answer.",
  area: "documents",
  permissions: ["documents:edit"],
  effect: "create",

  input: z.strictObject({
    computoId: id("the bill of quantities to quote"),
    title: label("title; by default the bill's name").optional(),
    contactId: id("the counterparty").optional(),
    discountPct,
    vatPct: vatPct.default(22),
  }),
  result: documentResult.extend({
    warnings: warnings.describe(
      "what is probably a mistake in the VAT rate, or in the bill; the bill's pointers lead into it, from /nodes",
    ),
  }),

  async run({ computoId, title, contactId, ...rates }, ctx) {
    // Locked, so that its lines don't change before the links that must follow them exist.
    const bill = await ctx.lock(BillOfQuantities, { computoId });
    const contact = await ctx.loadOptional(Contact, { contactId });
    const lines = flattenLines(bill.nodes);
    await requireRoomForLinks(ctx, bill, lines.length);
    const lineItems = lines.map(
      ({ node, quantity, unitPrice }): LineItem => ({
        desc: node.desc ?? "",
        unit: node.unit ?? "",
        qty: quantity,
        price: unitPrice,
        code: node.code || null,
        ...(node.safety === true ? { safety: true } : {}),
      }),
    );
    const document = ctx.insert(Document, {
      title: unlessBlank(title) ?? bill.name,
      kind: "preventivo",
      projectId: bill.projectId,
      contactId: contact?.id ?? null,
      lineItems,
      sections: sectionsOfBill(bill.nodes),
      ...rates,
      status: "draft",
    });
    linkLines(ctx, bill, document, lines);
    const ofRate = contentWarnings({ ...document, lineItems: [] }, new Set(["vatPct"]), localDay(ctx));
    const ofBill = await warningsOf(ctx, bill, wholeBill(bill.nodes, "/nodes"));
    const same = ["title", "kind", "projectId", "contactId", "discountPct", "vatPct"] as const;
    const repeats = findRepeats(ctx, Document, document, same, bill.updatedAt);
    const strange = findOthersProject(ctx, document, giveAnother);
    const drafted = { ...presentDocument(document), warnings: [...ofRate, ...ofBill] };
    return withLateWarnings(drafted, () => [...repeats(), ...strange()]);
  },
});

/** Links each line of a quote to the bill's line that it comes from, in the commit that creates the quote. */
function linkLines(ctx: ActionContext, bill: BillOfQuantities, document: Document, lines: readonly BillLine[]): void {
  if (lines.length === 0) return;
  const links = lines.map(
    (line): AddedLink => ({
      id: newId(),
      projectId: bill.projectId,
      computoId: bill.id,
      docId: document.id,
      computoLineIndex: line.index,
      docLineIndex: line.index,
      lineFingerprint: lineFingerprint(line),
      stale: false,
      docLineFingerprint: quoteLineFingerprint(document.lineItems[line.index] as LineItem),
      docLineStale: false,
    }),
  );
  ctx.append(linkInsert, JSON.stringify(links), ctx.now);
  // One audit entry for all: a bill may have 50,000 lines.
  ctx.note({
    record: "bill_of_quantities",
    id: bill.id,
    op: "update",
    after: { docId: document.id, linesLinked: lines.length },
  });
}
