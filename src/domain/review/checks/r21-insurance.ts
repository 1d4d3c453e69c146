import { wording } from "../document-texts.js";
import type { Check } from "../finding.js";
import { offersServices } from "./line-kinds.js";

const policy = /\b(polizz[ae]\b|assicurazione\b|assicurativ|assicurat[oai]\b|RC professionale|R\.C\. professionale)/i;
const limit = /\bmassimal[ei]\b/i;

/** The professional's insurance, of which the client must be informed in writing (D.L. 1/2012, art. 9, c. 4; D.P.R. 137/2012, art. 5). */
export const insurance: Check = (input) => {
  if (!offersServices(input)) return [];
  const text = wording(input);
  if (!policy.test(text)) {
    return {
      severity: "warning",
      code: "R21_NO_INSURANCE",
      field: "/body",
      message: "Mancano i dati della polizza di responsabilità civile professionale.",
      suggestion: "Indicare compagnia, numero di polizza e massimale (art. 9, comma 4, D.L. 1/2012).",
    };
  }
  if (limit.test(text)) return [];
  return {
    severity: "info",
    code: "R21_NO_INSURANCE_LIMIT",
    field: "/body",
    message: "La polizza professionale è citata senza il suo massimale.",
    suggestion: "Aggiungere il massimale della polizza (art. 5 D.P.R. 137/2012).",
  };
};
