import { isOffer } from "../../documents/document-kinds.js";
import { either } from "../../text/words.js";
import { prose } from "../document-texts.js";
import type { Check } from "../finding.js";
import { quoted } from "../finding-words.js";

/** Clauses that bind only if the client approves each of them separately (c.c. 1341, second paragraph). */
const burdensome = either(
  [
    /\bforo (?:esclusivo|competente)\b/,
    /\b(?:competente|controversi[ae])\b[^.;\n]{0,80}?\b(?:il|al|del|dal) foro\b/,
    /\bcompetenza (?:esclusiva |territoriale )?(?:è |spetta )?(?:al|del) foro\b/,
    /\bclausola compromissoria\b/,
    /\barbitrat[oi]\b/,
    /\bcollegio arbitrale\b/,
    /\btacit[oa] (?:rinnovo|proroga|rinnovazione)\b/,
    /\brinnov\p{L}{1,8} tacit/u,
    /\btacitamente (?:rinnov|prorog)/,
    /\b(?:limit|esclu|esoner)\p{L}{1,8} (?:(?:di|dalla|da|della|la|ogni|qualsiasi|qualunque|propria|sua) ){1,3}responsabilità/u,
    /\bmanlev\p{L}{1,6}/u,
    /\bfacoltà di (?:recedere|sospendere)/,
    /\bdecadenza (?:dal|dalla|del|della)\b/,
  ],
  "giu",
);
const approval = /\b1341\b/;

/** Burdensome clauses without the client's separate approval. */
export const burdensomeClauses: Check = (input) => {
  if (!isOffer(input.document.kind)) return [];
  const text = prose(input);
  const found = [...text.matchAll(burdensome)].map(([clause]) => clause);
  if (found.length === 0 || approval.test(text)) return [];
  return {
    severity: "warning",
    code: "R24_NO_SEPARATE_APPROVAL",
    field: "/body",
    message: `Ci sono clausole vessatorie senza approvazione specifica: ${quoted(found)}.`,
    suggestion: "Aggiungere in calce l'approvazione specifica con seconda firma (artt. 1341 e 1342 c.c.).",
  };
};
