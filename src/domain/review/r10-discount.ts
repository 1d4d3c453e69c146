import type { Check } from "./finding.js";
import { inItalian } from "./text.js";

const highestUsualPct = 30;

/** A discount so high that it may be a typing error. */
export const discount: Check = ({ document: { discountPct } }) => {
  if (discountPct === null || discountPct <= highestUsualPct) return [];
  const everything = discountPct >= 100;
  return [
    {
      severity: "warning",
      category: "pricing",
      code: everything ? "R10_TOTAL_DISCOUNT" : "R10_HIGH_DISCOUNT",
      field: "/discountPct",
      message: everything
        ? "Lo sconto del 100% azzera il documento."
        : `Lo sconto del ${inItalian(discountPct)}% è insolitamente alto.`,
      suggestion: "Verificare la percentuale di sconto.",
    },
  ];
};
