import { anyAsciiWord } from "../../text/words.js";
import { prose } from "../document-texts.js";
import type { Check } from "../finding.js";
import { payment } from "./r19-payment-terms.js";

const timing = anyAsciiWord({
  whole: ["entro, tempi, durata, giorno, giorni, settimana, settimane, mese, mesi, ultimazione"],
  stems: [
    "tempistic, cronoprogramma, decorr",
    /(?:data|termine|termini) di (?:consegna|inizio|esecuzione|svolgimento)/,
  ],
});
/** Words of clauses whose days and months are those of something else. */
const otherTerms = anyAsciiWord({
  whole: ["valido, valida, validi, valide"],
  stems: [
    "recess, recede, preavviso, disdett, conserva, privacy, dati personali, polizz, assicura, massimal",
    "fattur, interess, validit",
  ],
});

/** The sentences and list items of a text, split at full stops, semicolons and line ends; to find words that stand together. */
const clausesOf = (text: string): string[] => text.split(/[.;\n]/);

/** An engagement that doesn't say when it is carried out. */
export const serviceTiming: Check = (input) => {
  if (input.document.kind !== "engagement_letter") return [];
  const isTimed = clausesOf(prose(input)).some(
    (clause) => timing.test(clause) && !payment.test(clause) && !otherTerms.test(clause),
  );
  if (isTimed) return [];
  return {
    severity: "warning",
    code: "R20_NO_TIMING",
    field: "/body",
    message: "L'incarico non dice in quali tempi si svolge.",
    suggestion: "Indicare inizio, durata o termini di consegna di ciascuna prestazione.",
  };
};
