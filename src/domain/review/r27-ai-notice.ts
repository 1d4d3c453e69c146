import type { Check } from "./finding.js";
import { prose } from "./text.js";

const aiNotice = /\bintelligenza artificiale\b|\b132\/2025\b|\b132 del 2025\b|\bsistem[ai] di IA\b/i;

/**
 * The client's right to know that artificial intelligence was used (L. 132/2025, art. 13). The engagement letter must say it; in
 * another document it is due only where that letter didn't.
 */
export const artificialIntelligence: Check = (input) => {
  const { document, contact, aiUsed } = input;
  const isEngagement = document.kind === "engagement_letter";
  if (!aiUsed || aiNotice.test(prose(input)) || (!isEngagement && contact?.role !== "client")) return [];
  return [
    {
      severity: isEngagement ? "warning" : "info",
      category: "legal",
      code: "R27_NO_AI_NOTICE",
      field: "/body",
      message: "Il documento è stato redatto con l'aiuto dell'intelligenza artificiale e non lo dice.",
      suggestion: isEngagement
        ? "Informare il cliente dell'uso di sistemi di intelligenza artificiale (art. 13 L. 132/2025)."
        : "Se la lettera d'incarico non lo dice già, informare il cliente (art. 13 L. 132/2025).",
    },
  ];
};
