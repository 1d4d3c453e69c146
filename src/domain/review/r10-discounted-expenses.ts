import { anyAsciiWord } from "../words.js";
import type { Check } from "./finding.js";
import { saysAdvanced } from "./r09-untaxed-lines.js";
import { lineName } from "./text.js";

const expenses = anyAsciiWord({
  whole: [
    /(?:spes[ae]|bolli|diritti|impost[ae]|tribut[oi]|tass[ae]|versament[oi]) (?:\w+ ){0,3}anticipat[aei]/,
    /impost[ae] (?:di bollo|ipotecari[ae]|catastal[ei]|ipo-?catastal[ei])/,
    "marca da bollo, marche da bollo, diritti di segreteria, diritti catastali, tributi catastali, contributo unificato",
  ],
});

/** A discount on the whole document, which then also reduces what was paid for the client and is paid back as it is. */
export const discountedExpenses: Check = ({ document: { discountPct, lineItems } }) => {
  const index = lineItems.findIndex(
    ({ desc, qty, price, safety }) => !safety && qty * price > 0 && (saysAdvanced(desc) || expenses.test(desc)),
  );
  const expense = lineItems[index];
  if (!discountPct || !expense) return [];
  return {
    severity: "warning",
    category: "pricing",
    code: "R10_DISCOUNTED_EXPENSES",
    field: "/discountPct",
    message: `${lineName(expense, index)}: lo sconto si applica anche alle spese anticipate.`,
    suggestion:
      "Le spese anticipate si rimborsano per intero: togliere lo sconto dal documento e indicarlo come voce con importo negativo sulle sole prestazioni.",
  };
};
