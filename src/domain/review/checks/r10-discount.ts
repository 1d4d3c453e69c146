import { percentWithArticle } from "../../calendar/italian-dates.js";
import { product } from "../../money.js";
import { inItalian } from "../../text/italian-numbers.js";
import type { Check } from "../finding.js";

const highestUsualPct = 30;

/** A discount so high that it may be a typing error, or so low that it may be a fraction: 0.1 for 10 %. */
export const discount: Check = ({ document: { discountPct } }) => {
  if (discountPct === null) return [];
  if (discountPct > 0 && discountPct < 1)
    return {
      severity: "warning",
      code: "R10_FRACTION",
      field: "/discountPct",
      message: `Lo sconto è inferiore all'1%: ${inItalian(discountPct)}%. Se si intende ${percentWithArticle("il", inItalian(product([discountPct, 100], 4)))}, la percentuale va corretta.`,
      suggestion: "Verificare la percentuale di sconto.",
    };
  if (discountPct <= highestUsualPct) return [];
  const everything = discountPct >= 100;
  return {
    severity: "warning",
    code: everything ? "R10_TOTAL_DISCOUNT" : "R10_HIGH_DISCOUNT",
    field: "/discountPct",
    message: everything
      ? "Lo sconto del 100% azzera il documento."
      : `Lo sconto ${percentWithArticle("del", inItalian(discountPct))} è insolitamente alto.`,
    suggestion: "Verificare la percentuale di sconto.",
  };
};
