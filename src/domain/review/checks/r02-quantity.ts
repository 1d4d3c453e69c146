import { inItalian } from "../../text/italian-numbers.js";
import type { Check } from "../finding.js";
import { lineName } from "../finding-words.js";

/** Quantities of zero or less. */
export const quantity: Check = ({ document: { lineItems } }) =>
  lineItems.flatMap((item, index) => {
    if (item.qty < 0 && Number.isFinite(item.qty)) {
      return {
        severity: "warning",
        code: "R02_NEGATIVE_QUANTITY",
        field: `/lineItems/${index}/qty`,
        message: `${lineName(item, index)}: la quantità è negativa (${inItalian(item.qty)}).`,
        suggestion:
          "Confermare che si tratti di una detrazione e scriverlo nella descrizione, oppure correggere la quantità.",
      };
    }
    if (item.qty > 0 && Number.isFinite(item.qty)) return [];
    return {
      severity: "error",
      code: "R02_NO_QUANTITY",
      field: `/lineItems/${index}/qty`,
      message: `${lineName(item, index)}: la quantità è zero o non è un numero.`,
      suggestion: "Indicare la quantità prevista, oppure togliere la voce.",
    };
  });
