import type { Check, Finding } from "./finding.js";
import { prose } from "./text.js";

const requirements = [
  {
    code: "R26_NO_IDENTITY_DOCUMENT",
    pattern:
      /\b(?:carta d.identit|documento d.identit|documento di (?:identit|riconoscimento)|patente\b|passaporto\b)/i,
    message: "La delega non riporta il documento d'identità del delegante.",
    suggestion: "Indicare tipo, numero e rilascio del documento, e allegarne copia.",
  },
  {
    code: "R26_NO_PROPERTY",
    pattern:
      /\b(?:foglio|fg\.?|fogli|particell[ae]|part\.|p\.lla|mappal[ei]|mapp\.|subaltern[oi]|sub\.?)\s{0,3}(?:n\.?|nn\.?|num\.?|numero)?\s{0,3}\d/i,
    message: "La delega non riporta i dati catastali dell'immobile.",
    suggestion: "Indicare comune, foglio, particella e subalterno.",
  },
  {
    code: "R26_NO_ACTS",
    pattern:
      /\b(?:present(?:are|azione)|deposit(?:are|o)\b|ritir(?:are|o)\b|access(?:o|i) agli atti|accedere|firm(?:are|i)\b|sottoscri(?:vere|zione)|inoltr|trasme(?:ttere|tta|ssione)|richie(?:dere|sta|da)\b|compila|visionare|estrarre|estrazione|prendere visione|volturare|accatasta(?:re|mento)|rappresentar)/i,
    message: "La delega non dice quali atti può compiere il delegato.",
    suggestion: "Elencare gli atti: accesso agli atti, presentazione, ritiro, firma.",
  },
];

/** What makes a delegation usable at a counter: who gives it, for which property, and for what. */
export const delegation: Check = (input) => {
  if (input.document.kind !== "delegation") return [];
  const text = prose(input);
  return requirements
    .filter(({ pattern }) => !pattern.test(text))
    .map(
      ({ code, message, suggestion }): Finding => ({
        severity: "error",
        category: "legal",
        code,
        field: "/body",
        message,
        suggestion,
      }),
    );
};
