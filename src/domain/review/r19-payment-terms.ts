import type { Check } from "./finding.js";
import { wording } from "./text.js";

/** Words of a term of payment; days alone aren't one, since they may be those of the work. */
export const payment =
  /\b(pagament|pagabil|pagat[oaie]\b|pagare\b|accont[oi]\b|saldo\b|saldat[oaie]\b|bonific|rata\b|rate\b|rateal|versament|versare\b|versat[oaie]\b|anticipo\b|contanti\b|stato di avanzamento|stati di avanzamento|SAL\b|(?:data|ricevimento|vista) fattura)/i;

/** When and how an offer is paid. */
export const paymentTerms: Check = (input) => {
  const { kind } = input.document;
  if ((kind !== "preventivo" && kind !== "engagement_letter") || payment.test(wording(input))) return [];
  return [
    {
      severity: "warning",
      category: "missing_detail",
      code: "R19_NO_PAYMENT_TERMS",
      field: "/notes",
      message: "Mancano le condizioni di pagamento.",
      suggestion: "Indicare acconto, saldo, modalità e termini (per esempio bonifico entro 30 giorni dalla fattura).",
    },
  ];
};
