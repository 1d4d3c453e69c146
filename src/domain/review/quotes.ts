import { visible } from "../drafting/clean.js";
import type { ReviewInput } from "./input.js";

type Document = ReviewInput["document"];

/** Shorter quotations stand in any text, by chance. */
const shortestPart = 8;
const otherFields = /^\/(?:lineItems|discountPct|vatPct|validUntil|contactId|projectId|kind)$/;
const lineField = /^\/lineItems\/(\d{1,6})(?:\/(?:desc|unit|qty|price|code))?$/;
const textField = /^\/(?:title|body|notes)$/;

/** A text as two are compared: one sort of space, quotation mark and dash, no capitals. */
const comparable = (text: string): string =>
  visible(text)
    .normalize("NFKC")
    .replace(/[’‘‛´`]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‐‑‒–—―]/g, "-")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();

/** Whether a JSON Pointer is of a field that the document has. */
export function isField(document: Document, pointer: string): boolean {
  const line = lineField.exec(pointer);
  if (line) return Number(line[1]) < document.lineItems.length;
  return textField.test(pointer) || otherFields.test(pointer);
}

/** Texts in which a part may be quoted, and those that are quoted whole. */
function* fieldsOf({
  title,
  body,
  notes,
  lineItems,
}: Document): Generator<[field: string, text: string, whole: boolean]> {
  yield ["/title", title, false];
  yield ["/body", body ?? "", false];
  for (const [index, { desc, unit, code }] of lineItems.entries()) {
    yield [`/lineItems/${index}/desc`, desc, false];
    yield [`/lineItems/${index}/code`, code ?? "", true];
    yield [`/lineItems/${index}/unit`, unit, true];
  }
  yield ["/notes", notes ?? "", false];
}

/**
 * Where in a document the words of a quotation stand, as a JSON Pointer; null where they don't. Spaces, quotation marks, dashes and
 * capitals may differ; fewer than eight characters must be the field's whole text.
 */
export function fieldOfQuote(document: Document, quote: string): string | null {
  const wanted = comparable(quote);
  if (wanted === "") return null;
  for (const [field, text, whole] of fieldsOf(document)) {
    const there = comparable(text);
    if (there === wanted || (!whole && wanted.length >= shortestPart && there.includes(wanted))) return field;
  }
  return null;
}
