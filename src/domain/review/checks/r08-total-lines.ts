import { amountEuro } from "../../money.js";
import { inEuro } from "../../text/italian-numbers.js";
import { TotalLines } from "../../total-lines.js";
import type { Check } from "../finding.js";
import { lineName } from "../finding-words.js";

/** Lines that are the sum of those above, so that what they say is charged twice. */
export const totalLines: Check = ({ document: { lineItems } }) => {
  const totals = new TotalLines();
  return lineItems.flatMap((item, index) => {
    const amount = Number.isFinite(item.qty * item.price) ? amountEuro(item.qty, item.price) : 0;
    if (!totals.isTotal(item.desc, amount)) return [];
    return {
      severity: "error",
      code: "R08_TOTAL_LINE",
      field: `/lineItems/${index}/desc`,
      message: `${lineName(item, index)}: ripete la somma delle voci precedenti (${inEuro(amount)}), che così è conteggiata due volte.`,
      suggestion: "Togliere la voce: i totali sono già calcolati dalle voci.",
    };
  });
};
