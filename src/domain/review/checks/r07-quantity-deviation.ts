import { sum } from "../../money.js";
import { inItalian } from "../../text/italian-numbers.js";
import type { Check } from "../finding.js";
import { lineName } from "../finding-words.js";
import { comparableBillLines, deviates } from "./linked-lines.js";

const tolerance = 0.01;

/** Quantities more than 1 % away from the sum of those of the linked bill lines. */
export const quantityDeviation: Check = (input) => {
  const linked = comparableBillLines(input);
  return input.document.lineItems.flatMap((item, index) => {
    const billLines = linked.get(item);
    if (!billLines) return [];
    const measured = sum(billLines.map(({ quantity }) => quantity));
    if (!deviates(item.qty, measured, tolerance)) return [];
    return {
      severity: "warning",
      code: "R07_BILL_QUANTITY",
      field: `/lineItems/${index}/qty`,
      message: `${lineName(item, index)}: la quantità ${inItalian(item.qty)} non è quella del computo (${inItalian(measured)}).`,
      suggestion: "Allineare la quantità al computo, oppure aggiornare il computo.",
    };
  });
};
