import { isPrintable } from "../revision.js";
import type { Check } from "./finding.js";

/** A document that could be issued, but never be sent: its PDF would take too long to be made. */
export const length: Check = ({ document }) => {
  // Not rounded, since only the length counts.
  const lineItems = document.lineItems.map((item) => ({ ...item, amount: item.qty * item.price }));
  if (isPrintable({ ...document, lineItems })) return [];
  return [
    {
      severity: "error",
      category: "formal",
      code: "R33_TOO_LONG",
      field: lineItems.length > 0 ? "/lineItems" : "/body",
      message: "Il documento è troppo lungo per essere inviato in PDF.",
      suggestion: "Dividerlo in più documenti, ciascuno di al massimo 3.000 voci e un milione di caratteri.",
    },
  ];
};
