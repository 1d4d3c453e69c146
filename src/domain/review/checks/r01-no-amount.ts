import { inEuro } from "../../text/italian-numbers.js";
import type { Check } from "../finding.js";
import { free } from "./r03-price.js";

const amount = /(€|\beuro?\b)\s{0,3}\d|\d\s{0,3}(€|euro?\b)/i;

/** A quote without any price, or by which the client would get money. */
export const noAmount: Check = ({ document: { kind, lineItems, body, totals } }) => {
  if (kind !== "preventivo") return [];
  const common = { severity: "error", field: "/lineItems" } as const;
  if (totals.total < 0)
    return {
      ...common,
      code: "R01_NEGATIVE_TOTAL",
      message: `Il totale del preventivo è negativo: ${inEuro(totals.total)}.`,
      suggestion: "Correggere quantità e prezzi: sconti e detrazioni superano le voci.",
    };
  const isPriced = lineItems.some(({ desc, price }) => price !== 0 || free.test(desc));
  if (isPriced || amount.test(body ?? "")) return [];
  return {
    ...common,
    code: "R01_NO_AMOUNT",
    message: "Il preventivo non contiene né voci con un prezzo né importi nel testo.",
    suggestion: "Aggiungere almeno una voce con quantità e prezzo, oppure indicare l'importo nel testo.",
  };
};
