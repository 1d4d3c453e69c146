import type { Check } from "./finding.js";
import { isSafetyCost } from "./line-kinds.js";
import { lineName } from "./text.js";

/** A discount on the whole document, which then includes safety costs: those that no line is marked as. */
export const discountedSafety: Check = ({ document: { discountPct, lineItems } }) => {
  const index = lineItems.findIndex((item) => !item.safety && isSafetyCost(item));
  const safety = lineItems[index];
  if (!discountPct || !safety) return [];
  return {
    severity: "warning",
    category: "pricing",
    code: "R11_DISCOUNTED_SAFETY",
    field: "/discountPct",
    message: `${lineName(safety, index)}: lo sconto si applica anche ai costi della sicurezza.`,
    suggestion:
      "I costi della sicurezza non sono soggetti a ribasso: segnare la voce come costo della sicurezza (safety), così che lo sconto non la tocchi.",
  };
};
