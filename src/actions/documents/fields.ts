import { z } from "zod";
import type { Document } from "../../db/entities/document.js";
import type { Template } from "../../db/entities/template.js";
import { maxBillNodes } from "../../domain/bill/bill.js";
import { withSubtotals } from "../../domain/documents/document-sections.js";
import { lineVatOf } from "../../domain/documents/line-vat.js";
import type { ReplacingLine } from "../../domain/documents/replace-lines.js";
import { type ActionError, conflict } from "../../domain/errors.js";
import { body, elsewhere, id, markdown, note, number, optionalDate, percent, requiredNote, words } from "../schemas.js";

export const docId = id("the document");

/** What to do where a document has the wrong counterparty, as warnings say it. */
export const giveAnother = "give the document that one with update_document";

export const discountPct = percent("discount on the whole document, in percent").optional();
export const vatPct = percent("VAT rate, in percent");

export const lineItem = z.strictObject({
  desc: note("what is offered"),
  unit: words("unit of measure, e.g. m², m³, cad"),
  qty: number("quantity"),
  price: number("unit price in euro"),
  code: words("price-list code").optional(),
  safety: z.boolean().describe("a safety cost (oneri di sicurezza), never discounted").optional(),
});

lineItem.register(elsewhere, { vatPct: "update_quote_lines gives a quote's line a rate of its own" });

/** A quote drafted from a bill has one line for each line of the bill. */
export const maxLineItems = maxBillNodes;

/** The content that an edit may change. */
export const contentFields = {
  body: body(`the text, in ${markdown}`).optional(),
  lineItems: z
    .array(lineItem)
    .max(maxLineItems, `must have at most ${maxLineItems.toLocaleString("en")} items`)
    .describe("all line items; they replace the current ones")
    .optional(),
  discountPct,
  vatPct: vatPct.optional(),
  notes: note(`closing notes and terms, in ${markdown}`).optional(),
  validUntil: optionalDate("last day on which the offer is valid"),
};

/** What a template keeps of a document, and what a document takes from its template. */
export const templateContent = ({
  kind,
  body,
  lineItems,
  sections,
  discountPct,
  vatPct,
  notes,
}: Document | Template) => ({
  kind,
  body,
  lineItems,
  sections,
  discountPct,
  vatPct,
  notes,
});

export const instructions = requiredNote("what to draft or improve");

export const storedLineItems = (items: z.output<typeof lineItem>[]): ReplacingLine[] =>
  items.map(({ code, ...item }) => ({ ...item, code: code || null }));

/** A document as callers see it, with its figures. */
export function presentDocument<D extends Document>(document: D) {
  const { totals, vatByRate } = document.figures;
  return { ...document, ...linesOf(document), ...totals, vatByRate };
}

/** A template as callers see it. */
export const presentTemplate = <T extends Template>(template: T) => ({ ...template, ...linesOf(template) });

/** The content besides the line items. */
const linesOf = ({ lineItems, sections }: Document | Template) => ({
  lineVat: lineVatOf(lineItems),
  sections: withSubtotals(sections, lineItems),
});

/** @throws conflict unless the document is in draft or under review */
export function requireEditable(document: Document): void {
  if (!document.isEditable) throw notEditable(document);
}

export const notEditable = ({ status }: Document): ActionError =>
  conflict(`The document is ${status}; set it back to draft with set_document_status first.`);
