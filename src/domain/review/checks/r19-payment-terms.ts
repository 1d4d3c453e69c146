import { isOffer } from "../../documents/document-kinds.js";
import { anyAsciiWord } from "../../text/words.js";
import { wording } from "../document-texts.js";
import type { Check } from "../finding.js";

/** A share that is due on an event: `30% all'accettazione`. By itself it may be a discount, a penalty or a slope. */
const share =
  /\d{1,3}(?:[.,]\d{1,2})? ?% (?:all['’] ?|(?:alla|alle|al|a) )(?:atto|momento|firma|sottoscrizione|stipula|accettazione|conferma|ordine|conferimento|incarico|avvio|inizio|metà|fine|termine|conclusione|completamento|ultimazione|consegna|presentazione|deposito|rilascio)/
    .source;

/** Words of payment terms. Days alone aren't enough: they may be those of the work. */
export const payment = anyAsciiWord({
  whole: [
    "pagare, pagato, pagata, pagati, pagate, versare, versato, versata, versati, versate",
    "saldo, saldato, saldata, saldati, saldate, acconti, anticipo, rata, rate, contanti, SAL",
    // A withheld tax, which most notes on fees name, says nothing of when the client pays.
    /(?<!ritenut[ae] (?:a titolo |fiscal[ei] |irpef )?(?:d['’] ?|di )?)acconto/,
  ],
  stems: [
    "pagament, pagabil, bonific, rateal, versament",
    "stato di avanzamento, stati di avanzamento, data fattura, ricevimento fattura, vista fattura",
    new RegExp(String.raw`${share}[^]{0,80}(?:${share}|\b(?:resto|restante|rimanente|residuo)\b)`),
  ],
});

/** An offer that doesn't say when and how it is to be paid. */
export const paymentTerms: Check = (input) => {
  if (!isOffer(input.document.kind) || payment.test(wording(input))) return [];
  return {
    severity: "warning",
    code: "R19_NO_PAYMENT_TERMS",
    field: "/notes",
    message: "Mancano le condizioni di pagamento.",
    suggestion: "Indicare acconto, saldo, modalità e termini (per esempio bonifico entro 30 giorni dalla fattura).",
  };
};
