import { withArticle } from "../calendar/italian-dates.js";
import { literalInMarkdown } from "../markdown/plain-text.js";
import { normalized } from "../text/normalized.js";

interface Covering {
  /** what is attached, e.g. `Preventivo n. 2026/0001: Villa Rossi`; no Markdown, nor is the greeting */
  attached: string;
  /** what the sender wants said; blank: nothing in particular */
  note: string | undefined;
  /** how the recipient is greeted, where the sender wants nothing particular said */
  greeting?: string | undefined;
  /** until when an offer can be accepted, e.g. `31 dicembre 2026`; null: it isn't said, or nothing is offered */
  validUntil?: string | null;
  /** the sentence that says what this replaces; null: it replaces nothing */
  replacement?: string | null;
  /** the firm's, in one or more lines */
  signature: string;
}

/** Where a letter ends: a greeting or a signature further up belongs to the text. */
const endLength = 400;
const closing = /\b(saluti|saluto|saluta|salutiamo|ossequi)\b/i;

/**
 * The text of the mail with which a document goes out. A note is the letter itself: what it lacks of an end is added, and what is
 * attached, so that no mail goes out unsigned or signed twice.
 */
export function coveringText({
  greeting = "Buongiorno,",
  attached,
  note,
  validUntil = null,
  replacement = null,
  signature,
}: Covering): string {
  const text = note?.trim();
  // A guest may have written the title.
  const title = literalInMarkdown(attached);
  const parts = text
    ? [text, ending(text.slice(-endLength), signature), `Allegato: ${title}`, replacement]
    : [
        literalInMarkdown(greeting),
        `in allegato trasmettiamo: ${title}.`,
        validUntil && `L'offerta è valida fino ${withArticle("al", validUntil)}.`,
        replacement,
        "Restiamo a disposizione per ogni chiarimento.",
        `Cordiali saluti\n${signature}`,
      ];
  return parts.filter(Boolean).join("\n\n");
}

function ending(end: string, signature: string): string {
  const [firstLine = ""] = signature.trim().split("\n");
  if (normalized(end).includes(normalized(firstLine))) return "";
  return closing.test(end) ? signature : `Cordiali saluti\n${signature}`;
}
