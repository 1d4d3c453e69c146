import { amountEuro } from "../money.js";
import type { Check, Finding } from "./finding.js";
import { inEuro, lineName } from "./text.js";

const total = /^\s*(?:sub-?\s?totale|totale|importo (?:totale|complessivo)|somm(?:a|ano)|riepilogo)\b/i;
/** `Totale rimozione infissi` may well cost as much as the one line above it; the mere word can only mean the sum. */
const mereTotal =
  /^\s*(?:sub-?\s?)?totale(?:\s+(?:complessivo|generale|imponibile|lavori|opere|prestazioni))?\s*[:.]?\s*$/i;

interface Running {
  cents: number;
  lines: number;
}

/** Lines that are the sum of those above, of all or of those since the last such line: what they say is charged twice. */
export const totalLines: Check = ({ document: { lineItems } }) => {
  const all: Running = { cents: 0, lines: 0 };
  let since: Running = { cents: 0, lines: 0 };
  return lineItems.flatMap((item, index): Finding[] => {
    const amount = Number.isFinite(item.qty * item.price) ? amountEuro(item.qty, item.price) : 0;
    const cents = Math.round(amount * 100);
    const isTotal = cents > 0 && total.test(item.desc);
    const fits = (sums: Running) => sums.cents === cents && (sums.lines > 1 || mereTotal.test(item.desc));
    const isCharged = isTotal && (fits(since) || fits(all));
    for (const sums of [since, all]) {
      sums.cents += cents;
      sums.lines++;
    }
    if (isTotal) since = { cents: 0, lines: 0 };
    if (!isCharged) return [];
    return [
      {
        severity: "error",
        category: "pricing",
        code: "R08_TOTAL_LINE",
        field: `/lineItems/${index}/desc`,
        message: `${lineName(item, index)}: ripete la somma delle voci precedenti (${inEuro(amount)}), che così è conteggiata due volte.`,
        suggestion: "Togliere la voce: i totali sono già calcolati dalle voci.",
      },
    ];
  });
};
