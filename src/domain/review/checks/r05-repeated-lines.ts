import type { LineItem } from "../../documents/revision.js";
import { inEuro } from "../../text/italian-numbers.js";
import { normalized } from "../../text/normalized.js";
import type { Check } from "../finding.js";
import { lineName } from "../finding-words.js";

/** What tells a line from others. */
export const lineContent = ({ desc, unit, qty, price, code }: LineItem): string =>
  JSON.stringify([normalized(code ?? ""), normalized(desc), normalized(unit), qty, price]);

/** The same line twice, or one price-list code at two prices. */
export const repeatedLines: Check = ({ document: { lineItems } }) => {
  const firstByContent = new Map<string, number>();
  const firstByCode = new Map<string, { index: number; price: number }>();
  return lineItems.flatMap((item, index) => {
    const code = normalized(item.code ?? "");
    const sameCode = firstByCode.get(code);
    const twin = item.desc.trim() === "" ? undefined : firstByContent.get(lineContent(item));
    if (code !== "" && !sameCode) firstByCode.set(code, { index, price: item.price });
    if (twin === undefined) firstByContent.set(lineContent(item), index);

    if (twin !== undefined) {
      return {
        severity: "warning",
        code: "R05_DUPLICATE_LINE",
        field: `/lineItems/${index}`,
        message: `${lineName(item, index)}: è identica alla riga ${twin + 1}.`,
        suggestion: "Togliere la ripetizione, oppure distinguere le due voci nella descrizione.",
      };
    }
    if (sameCode && sameCode.price !== item.price) {
      return {
        severity: "warning",
        code: "R05_TWO_PRICES",
        field: `/lineItems/${index}/price`,
        message: `${lineName(item, index)}: il codice ${item.code} costa ${inEuro(item.price)} qui e ${inEuro(sameCode.price)} alla riga ${sameCode.index + 1}.`,
        suggestion: "Usare un solo prezzo per lo stesso codice, oppure un codice diverso per la voce diversa.",
      };
    }
    return [];
  });
};
