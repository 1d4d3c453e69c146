import { inItalian } from "../../text/italian-numbers.js";
import type { Check } from "../finding.js";
import { lineName } from "../finding-words.js";

/** Quantities of zero or less. */
export const quantity: Check = ({ document: { lineItems } }) =>
  lineItems.flatMap((item, index) => {
    const common = { category: "pricing", field: `/lineItems/${index}/qty` } as const;
    if (item.qty < 0 && Number.isFinite(item.qty)) {
      return {
        ...common,
        severity: "warning",
        code: "R02_NEGATIVE_QUANTITY",
        message: `${lineName(item, index)}: la quantità è negativa (${inItalian(item.qty)}).`,
        suggestion:
          "Confermare che si tratti di una detrazione e scriverlo nella descrizione, oppure correggere la quantità.",
      };
    }
    if (item.qty > 0 && Number.isFinite(item.qty)) return [];
    return {
      ...common,
      severity: "error",
      code: "R02_NO_QUANTITY",
      message: `${lineName(item, index)}: la quantità è zero o non è un numero.`,
      suggestion: "Indicare la quantità prevista, oppure togliere la voce.",
    };
  });
