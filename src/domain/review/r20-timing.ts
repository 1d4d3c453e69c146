import type { Check } from "./finding.js";
import { payment } from "./r19-payment-terms.js";
import { clausesOf, prose } from "./text.js";

const timing =
  /\b(entro\b|tempi\b|tempistic|cronoprogramma|durata\b|decorr|giorn[oi]\b|settiman[ae]\b|mes[ei]\b|ultimazione\b|(?:data|termine|termini) di (?:consegna|inizio|esecuzione|svolgimento))/i;
/** Clauses whose days and months are those of something else. */
const otherTerms =
  /\b(recess|recede|preavviso|disdett|conserva|privacy|dati personali|polizz|assicura|massimal|fattur|interess|validit|valid[oaie]\b)/i;

/** When an engagement is carried out. */
export const serviceTiming: Check = (input) => {
  if (input.document.kind !== "engagement_letter") return [];
  const isTimed = clausesOf(prose(input)).some(
    (clause) => timing.test(clause) && !payment.test(clause) && !otherTerms.test(clause),
  );
  if (isTimed) return [];
  return [
    {
      severity: "warning",
      category: "missing_detail",
      code: "R20_NO_TIMING",
      field: "/body",
      message: "L'incarico non dice in quali tempi si svolge.",
      suggestion: "Indicare inizio, durata o termini di consegna di ciascuna prestazione.",
    },
  ];
};
