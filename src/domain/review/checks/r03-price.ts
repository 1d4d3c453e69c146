import { inEuro } from "../../text/italian-numbers.js";
import type { Check } from "../finding.js";
import { lineName } from "../finding-words.js";

export const free = /\b(gratuit[oaie]|gratis|compres[oaie]|inclus[oaie]|omaggio)\b/i;
const deduction = /\b(scont[oi]|abbuon[oi]|detrazion[ei]|storn[oi]|accont[oi]|ribass[oi]|a dedurre)\b/i;

/** Prices of zero or less that the description doesn't explain. */
export const price: Check = ({ document: { lineItems } }) =>
  lineItems.flatMap((item, index) => {
    const common = { severity: "warning", field: `/lineItems/${index}/price` } as const;
    if (item.price === 0 && !free.test(item.desc)) {
      return {
        ...common,
        code: "R03_NO_PRICE",
        message: `${lineName(item, index)}: il prezzo è zero e la descrizione non dice perché.`,
        suggestion: "Indicare il prezzo unitario, oppure scrivere che la voce è gratuita o compresa in un'altra.",
      };
    }
    if (item.price < 0 && !deduction.test(item.desc)) {
      return {
        ...common,
        code: "R03_NEGATIVE_PRICE",
        message: `${lineName(item, index)}: il prezzo è negativo (${inEuro(item.price)}) e la descrizione non dice perché.`,
        suggestion: "Scrivere che si tratta di uno sconto o di una detrazione, oppure correggere il prezzo.",
      };
    }
    return [];
  });
