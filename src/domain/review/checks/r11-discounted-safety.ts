import type { Check } from "../finding.js";
import { lineName } from "../finding-words.js";
import { isSafetyCost } from "./line-kinds.js";

/** A line of works or services may say that it includes safety costs or not, or work them out: `Stima dei costi della sicurezza`. */
const mention =
  /\b(?:esclus[aeio]|escl\.|oltre|compres[aeio]|inclus[aeio]|comprensiv[aeio]|al netto|ogni|stima|verifica|computo|calcolo)\b.{0,20}\b(?:oner[ei]|cost[io])\b|\bsicurezza,? (?:esclus|compres|inclus|a parte)/i;

/** A discount on the whole document, which then includes safety costs: those that no line is marked as. */
export const discountedSafety: Check = ({ document: { discountPct, lineItems } }) => {
  const index = lineItems.findIndex(
    (item) => !item.safety && item.qty * item.price > 0 && isSafetyCost(item) && !mention.test(item.desc),
  );
  const safety = lineItems[index];
  if (!discountPct || !safety) return [];
  return {
    severity: "warning",
    code: "R11_DISCOUNTED_SAFETY",
    field: "/discountPct",
    message: `${lineName(safety, index)}: lo sconto si applica anche ai costi della sicurezza.`,
    suggestion:
      "I costi della sicurezza non sono soggetti a ribasso: segnare la voce come costo della sicurezza (safety), così che lo sconto non la tocchi.",
  };
};
