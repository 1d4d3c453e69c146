import { isOffer } from "../document-kinds.js";
import { anyAsciiWord } from "../words.js";
import type { Check } from "./finding.js";
import { wording } from "./text.js";

/** Words of payment terms. Days alone aren't enough: they may be those of the work. */
export const payment = anyAsciiWord({
  whole: [
    "pagare, pagato, pagata, pagati, pagate, versare, versato, versata, versati, versate",
    "saldo, saldato, saldata, saldati, saldate, acconto, acconti, anticipo, rata, rate, contanti, SAL",
  ],
  stems: [
    "pagament, pagabil, bonific, rateal, versament",
    "stato di avanzamento, stati di avanzamento, data fattura, ricevimento fattura, vista fattura",
  ],
});

/** An offer that doesn't say when and how it is to be paid. */
export const paymentTerms: Check = (input) => {
  if (!isOffer(input.document.kind) || payment.test(wording(input))) return [];
  return {
    severity: "warning",
    category: "missing_detail",
    code: "R19_NO_PAYMENT_TERMS",
    field: "/notes",
    message: "Mancano le condizioni di pagamento.",
    suggestion: "Indicare acconto, saldo, modalità e termini (per esempio bonifico entro 30 giorni dalla fattura).",
  };
};
