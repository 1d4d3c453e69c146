import type { Check } from "./finding.js";

const amount = /(€|\beuro?\b)\s{0,3}\d|\d\s{0,3}(€|euro?\b)/i;

/** A quote without any price. */
export const noAmount: Check = ({ document: { kind, lineItems, body } }) =>
  kind !== "preventivo" || lineItems.length > 0 || amount.test(body ?? "")
    ? []
    : [
        {
          severity: "error",
          category: "pricing",
          code: "R01_NO_AMOUNT",
          field: "/lineItems",
          message: "Il preventivo non contiene né voci di prezzo né importi nel testo.",
          suggestion: "Aggiungere almeno una voce con quantità e prezzo, oppure indicare l'importo nel testo.",
        },
      ];
