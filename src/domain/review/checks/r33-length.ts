import { isPrintable, maxPrinted } from "../../documents/revision.js";
import { inItalian } from "../../text/italian-numbers.js";
import type { Check } from "../finding.js";

const { items, lines, characters } = maxPrinted;
const inEnglish = (count: number): string => count.toLocaleString("en");

/** What is to become of a document that is too long, for its sender; the finding says it in Italian. */
export const divideIt = `Divide it into several, of at most ${inEnglish(items)} line items, ${inEnglish(lines)} lines of text and ${inEnglish(characters)} characters each.`;

/** A document that could be issued, but never be sent: its PDF would take too long to be made. */
export const length: Check = ({ document }) => {
  // Not rounded, since only the length counts.
  const lineItems = document.lineItems.map((item) => ({ ...item, amount: item.qty * item.price }));
  if (isPrintable({ ...document, lineItems })) return [];
  return {
    severity: "error",
    code: "R33_TOO_LONG",
    field: isPrintable({ ...document, lineItems: [] }) ? "/lineItems" : "/body",
    message: "Il documento è troppo lungo per essere inviato in PDF.",
    suggestion: `Dividerlo in più documenti, ciascuno di al massimo ${inItalian(items)} voci, ${inItalian(lines)} righe di testo e ${inItalian(characters)} caratteri.`,
  };
};
