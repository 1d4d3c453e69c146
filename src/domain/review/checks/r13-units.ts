import { product } from "../../money.js";
import { isWholePercent } from "../../percent-unit.js";
import { inEuro, inItalian } from "../../text/italian-numbers.js";
import { normalized } from "../../text/normalized.js";
import type { Check, Fault } from "../finding.js";
import { lineName } from "../finding-words.js";

const notations = new Map(Object.entries({ m2: "m²", mq: "m²", m3: "m³", mc: "m³", ml: "m" }));

/** A unit in the notation to be advised: `m²` for `mq` and `m2`. */
const advised = (unit: string): string => {
  const written = normalized(unit).replaceAll(".", "");
  return notations.get(written) ?? written;
};

const lumpSum = /\ba\s{1,3}corpo\b/i;

/** Lump sums with a quantity other than 1, percentages that count as plain numbers, and one unit written in two ways. */
export const units: Check = ({ document: { lineItems } }) => {
  const written = new Map<string, string>();
  const mixed = new Set<string>();
  return lineItems.flatMap((item, index) => {
    const faults: Fault[] = [];
    if ((lumpSum.test(item.unit) || lumpSum.test(item.desc)) && item.qty !== 1) {
      faults.push({
        severity: "info",
        code: "R13_COUNTED_LUMP_SUM",
        field: `/lineItems/${index}/qty`,
        message: `${lineName(item, index)}: è a corpo ma la quantità è ${inItalian(item.qty)}.`,
        suggestion: "Usare quantità 1 per le voci a corpo, oppure un'altra unità di misura.",
      });
    }
    if (isWholePercent(item.unit, item.qty, item.price, item.desc)) {
      faults.push({
        severity: "warning",
        code: "R13_PERCENT",
        field: `/lineItems/${index}/unit`,
        message: `${lineName(item, index)}: l'unità è %, ma l'importo è quantità × prezzo: ${inItalian(item.qty)} × ${inEuro(item.price)}.`,
        suggestion: `Se si intende una quota (${inItalian(item.qty)}% di ${inEuro(item.price)}), scrivere la quantità ${inItalian(product([item.qty, 0.01], 6))}; se l'importo è giusto, usare un'altra unità, come «a corpo».`,
      });
    }
    const unit = advised(item.unit);
    const notation = normalized(item.unit);
    const first = written.get(unit);
    if (first === undefined) written.set(unit, notation);
    else if (first !== notation && !mixed.has(unit)) {
      mixed.add(unit);
      faults.push({
        severity: "info",
        code: "R13_MIXED_UNITS",
        field: `/lineItems/${index}/unit`,
        message: `La stessa unità è scritta in due modi: «${first}» e «${notation}».`,
        suggestion: `Scrivere sempre «${unit}».`,
      });
    }
    return faults;
  });
};
