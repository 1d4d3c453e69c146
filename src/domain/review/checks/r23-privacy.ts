import { prose } from "../document-texts.js";
import type { Check } from "../finding.js";

const named = /\b(privacy|GDPR|RGPD|dati personali|2016\/679|679\/2016|196\/2003|trattamento dei dati)\b/i;
const notice = /\b(GDPR|RGPD|2016\/679|679\/2016)\b/i;

/** The notice of how personal data are used (Regulation (EU) 2016/679, art. 13). */
export const privacyNotice: Check = (input) => {
  const { kind } = input.document;
  if (kind !== "engagement_letter" && kind !== "delegation") return [];
  const text = prose(input);
  if (notice.test(text)) return [];
  if (named.test(text)) {
    return {
      severity: "warning",
      code: "R23_INCOMPLETE_PRIVACY",
      field: "/body",
      message: "Il trattamento dei dati personali è citato senza il Regolamento (UE) 2016/679.",
      suggestion: "Richiamare l'informativa resa ai sensi dell'art. 13 del Regolamento (UE) 2016/679.",
    };
  }
  return {
    severity: kind === "engagement_letter" ? "error" : "warning",
    code: "R23_NO_PRIVACY",
    field: "/body",
    message: "Manca l'informativa sul trattamento dei dati personali.",
    suggestion: "Aggiungere l'informativa (art. 13 del Regolamento (UE) 2016/679) o il richiamo a quella consegnata.",
  };
};
