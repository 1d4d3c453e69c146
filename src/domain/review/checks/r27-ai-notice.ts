import { oneOf } from "../../text/words.js";
import { prose } from "../document-texts.js";
import type { Check } from "../finding.js";

const namesOfAi = oneOf(
  "intelligenza artificiale",
  /(?:sistem[ai]|strument[oi]|software|modelli) (?:di|basat[oi] su) I\.?A\b/,
  "IA generativa",
);
const theAiLaw = oneOf(/132\/(?:20)?25/, "132 del 2025", /2025,? {1,3}n\.? ?132/);
const aiNotice = new RegExp(String.raw`\b(?:${namesOfAi}|${theAiLaw})\b`, "i");

const notUsed = oneOf(
  /non (?:si )?(?:è |sono |ha |abbiamo )?(?:stat[oaie] )?(?:usa|utilizz|impieg|avval|ricorr|fa uso|fatto uso)/,
  /senza (?:l.)?(?:uso|ausilio|aiuto|impiego)/,
  /nessun[oa]? (?:uso|sistema|strumento)/,
);
const notOnly = String.raw`(?![^.;\n]{0,20}\b(?:solo|soltanto|esclusivamente)\b)`;
/** Denies that it was used; `non si usa solo …` and `non sostituisce …` deny nothing. */
const denial = new RegExp(String.raw`\b${notUsed}\p{L}*\b${notOnly}[^.;\n]{0,40}\b${namesOfAi}`, "iu");

/**
 * The client's right to know that artificial intelligence was used (L. 132/2025, art. 13). The engagement letter must say so; another
 * document must only where no earlier notice was given. Earlier notices are looked for in the engagement letters issued to the client
 * and in the contact's notes.
 */
export const artificialIntelligence: Check = (input) => {
  const { document, contact, aiUsed, issuedEngagements } = input;
  const isEngagement = document.kind === "engagement_letter";
  if (!aiUsed) return [];
  const text = prose(input);
  if (denial.test(text)) {
    return {
      severity: "warning",
      code: "R27_AI_DENIED",
      field: "/body",
      message:
        "Il testo dice che non è stata usata l'intelligenza artificiale, ma un modello ha lavorato al documento.",
      suggestion: "Correggere l'informativa: il cliente ha diritto di saperlo (art. 13 L. 132/2025).",
    };
  }
  if ([text, contact?.notes ?? "", ...issuedEngagements].some((given) => aiNotice.test(given))) return [];
  if (!isEngagement && contact?.role !== "client") return [];
  return {
    severity: isEngagement ? "warning" : "info",
    code: "R27_NO_AI_NOTICE",
    field: "/body",
    message: "Il documento è stato redatto con l'aiuto dell'intelligenza artificiale e non lo dice.",
    suggestion: isEngagement
      ? "Informare il cliente dell'uso di sistemi di intelligenza artificiale (art. 13 L. 132/2025)."
      : "Informare il cliente, nella lettera d'incarico o qui (art. 13 L. 132/2025); se lo sa già, scriverlo nelle note del contatto.",
  };
};
