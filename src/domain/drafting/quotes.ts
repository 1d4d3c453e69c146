import { wordsOfMarkdown } from "../markdown/plain-text.js";
import type { ReviewInput } from "../review/input.js";
import { withFewMarks } from "../text/few-marks.js";
import { normalized } from "../text/normalized.js";
import { holdsText } from "../text/occurrences.js";
import { visible } from "../text/visible-text.js";

type Document = ReviewInput["document"];

/** Shorter quotations can stand in any text by chance. */
const minQuoteCharacters = 8;
const otherFields = /^\/(?:lineItems|discountPct|vatPct|validUntil|contactId|projectId|kind)$/;
const lineField = /^\/lineItems\/(\d{1,6})(?:\/(?:desc|unit|qty|price|code))?$/;
const textField = /^\/(?:title|body|notes)$/;

/** A text in the form in which two are compared: one kind of space, quotation mark and dash, and no capitals. */
const comparable = (text: string): string =>
  normalized(
    withFewMarks(visible(text))
      .normalize("NFKC")
      .replace(/[’‘‛´`]/g, "'")
      .replace(/[“”„«»]/g, '"')
      .replace(/[‐‑‒–—―]/g, "-"),
  );

/** Whether a JSON Pointer leads to a field that the document has. */
export function isField(document: Document, pointer: string): boolean {
  const line = lineField.exec(pointer);
  if (line) return Number(line[1]) < document.lineItems.length;
  return textField.test(pointer) || otherFields.test(pointer);
}

/** The texts of a document; `whole`: only the whole text counts as quoted. */
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
  // A model may copy the words without their marks.
  yield ["/body", wordsOfMarkdown(body ?? ""), false];
  yield ["/notes", wordsOfMarkdown(notes ?? ""), false];
}

/**
 * The JSON Pointer to the field that contains the quoted words; null where none does. Spaces, quotation marks, dashes and capitals may
 * differ. A quotation of fewer than eight characters must be the whole text of a field.
 */
export function fieldOfQuote(document: Document, quote: string): string | null {
  const wanted = comparable(quote);
  if (wanted === "") return null;
  for (const [field, text, whole] of fieldsOf(document)) {
    const there = comparable(text);
    if (there === wanted || (!whole && wanted.length >= minQuoteCharacters && holdsText(there, wanted))) return field;
  }
  return null;
}
