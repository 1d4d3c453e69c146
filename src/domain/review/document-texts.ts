import type { ReviewInput } from "./input.js";

/** The running text of a document: its body and its closing notes. */
export const prose = ({ document: { body, notes } }: ReviewInput): string => [body, notes].filter(Boolean).join("\n\n");

/** All words of a document that may say something about its price: lines, body and notes. */
export const wording = (input: ReviewInput): string =>
  [...input.document.lineItems.map(({ desc }) => desc), prose(input)].join("\n");

/** A text of a document, and the JSON Pointer to it. */
export interface Section {
  field: string;
  text: string;
}

/** The title, body and closing notes of a document, as far as they aren't blank. */
export const sectionsOf = ({ document: { title, body, notes } }: ReviewInput): Section[] =>
  [
    { field: "/title", text: title },
    { field: "/body", text: body ?? "" },
    { field: "/notes", text: notes ?? "" },
  ].filter(({ text }) => text.trim() !== "");
