import type { LineItem } from "../../documents/revision.js";
import { amountEuro, sum } from "../../money.js";
import { anyAsciiWord } from "../../text/words.js";
import type { Check } from "../finding.js";
import { lineName } from "../finding-words.js";
import { saysAdvanced } from "./r09-untaxed-lines.js";

const expenses = anyAsciiWord({
  whole: [
    /(?:spes[ae]|bolli|diritti|impost[ae]|tribut[oi]|tass[ae]|versament[oi]) (?:\w+ ){0,3}anticipat[aei]/,
    /impost[ae] (?:di bollo|ipotecari[ae]|catastal[ei]|ipo-?catastal[ei])/,
    "marca da bollo, marche da bollo, diritti di segreteria, diritti catastali, tributi catastali, contributo unificato",
  ],
});

/** A fee may say what it includes and what not: `Pratica CILA, esclusi diritti di segreteria`. */
const mention = /\b(?:esclus[aeio]|escl\.|oltre|compres[aeio]|inclus[aeio]|comprensiv[aeio]|al netto|a parte)/i;

/** Whether a line is what was paid for the client, as far as its words show. */
export const isExpense = ({ desc }: LineItem): boolean =>
  saysAdvanced(desc) || (expenses.test(desc) && !mention.test(desc));

/** Less than this is taken off a revenue stamp or two, which nobody minds. */
const leastEuro = 1;

/** A discount on the whole document, which then also reduces what was paid for the client and is paid back as it is. */
export const discountedExpenses: Check = ({ document: { discountPct, lineItems } }) => {
  const isReduced = (item: LineItem): boolean => !item.safety && item.qty * item.price > 0 && isExpense(item);
  const index = lineItems.findIndex(isReduced);
  const expense = lineItems[index];
  if (!discountPct || !expense) return [];
  const expensesEuro = sum(lineItems.filter(isReduced).map(({ qty, price }) => amountEuro(qty, price)));
  if ((expensesEuro * discountPct) / 100 < leastEuro) return [];
  return {
    severity: "warning",
    code: "R10_DISCOUNTED_EXPENSES",
    field: "/discountPct",
    message: `${lineName(expense, index)}: lo sconto si applica anche alle spese anticipate.`,
    suggestion:
      "Le spese anticipate si rimborsano per intero: togliere lo sconto dal documento e indicarlo come voce con importo negativo sulle sole prestazioni.",
  };
};
