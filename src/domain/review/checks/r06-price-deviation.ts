import { inEuro } from "../../text/italian-numbers.js";
import { isSameUnit } from "../../units.js";
import type { Check } from "../finding.js";
import { lineName } from "../finding-words.js";
import { comparableBillLines, deviates } from "./linked-lines.js";

const tolerance = 0.2;

/** Prices more than 20 % away from the bill of quantities, the regional list or the price book; only those for the line's unit. */
export const priceDeviation: Check = (input) => {
  const linked = comparableBillLines(input);
  return input.document.lineItems.flatMap((item, index) => {
    if (!(item.price > 0)) return [];
    const billLines = linked.get(item) ?? [];
    const inBook = input.priceBook.get(item.code ?? "");
    const references = [
      { code: "R06_BILL_PRICE", source: "del computo", prices: billLines.map(({ unitPrice }) => unitPrice) },
      {
        code: "R06_LIST_PRICE",
        source: "del prezzario regionale",
        prices: billLines.map(({ listPrice }) => listPrice),
      },
      {
        code: "R06_PRICE_BOOK",
        source: "del prezzario",
        prices: inBook && isSameUnit(inBook.unit, item.unit) ? [inBook.price] : [],
      },
    ];
    return references.flatMap(({ code, source, prices }) => {
      const known = prices.filter((price): price is number => typeof price === "number" && price > 0);
      const [nearest] = known.toSorted((a, b) => Math.abs(a - item.price) - Math.abs(b - item.price));
      if (nearest === undefined || !deviates(item.price, nearest, tolerance)) return [];
      return {
        severity: "warning",
        code,
        field: `/lineItems/${index}/price`,
        message: `${lineName(item, index)}: il prezzo ${inEuro(item.price)} si scosta di oltre il 20% da quello ${source} (${inEuro(nearest)}).`,
        suggestion: "Verificare il prezzo, oppure motivare la differenza nella descrizione o nelle note.",
      };
    });
  });
};
