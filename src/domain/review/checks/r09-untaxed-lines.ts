import { percentWithArticle } from "../../calendar/italian-dates.js";
import type { LineItem } from "../../documents/revision.js";
import { inItalian } from "../../text/italian-numbers.js";
import { anyAsciiWord } from "../../text/words.js";
import { isVatLine } from "../../total-lines.js";
import type { Check, Fault } from "../finding.js";
import { lineName } from "../finding-words.js";

/** Words of a line alone: in running text some of them speak of another law, or of what does not apply. */
const untaxed = anyAsciiWord({
  whole: [
    /(?<!\b(?:non|senza) .{0,20})(?:reverse charge|inversione contabile)(?! (?:non|esclus))/,
    /(?:(?<!\bnon (?:è |sono )?)esent[ei]|fuori campo|non soggett[oaie]) (?:a |ad |da |dall.)?iva/,
    // "Esclusa IVA" says that a price is net.
    /esclus[oaie] (?:da |dall.)iva/,
    "operazione esente, operazioni esenti",
  ],
});
/** A fee may say that it is without them. */
const notExcluded = String.raw`(?<!\b(?:esclus[aeio]|oltre|salvo|al netto|non compres[aeio]) .{0,30})`;
/** Another law, and a contract, have an article 15 too. */
const ofVatLaw = String.raw`(?!\d|,? (?:comma \d{1,2},? )?(?:l\.|legge|d\. ?lgs|reg|(?:del(?:lo|la)? )?(?:contratt|capitolato|c\.?s\.?a\b|disciplinare|schema|elenco)))`;
/** What a builder gets in advance of the price is no expense. */
const ofThePrice = String.raw`(?! (?:del )?(?:\d|prezzo|corrispettivo|contratt))`;
const advanced = anyAsciiWord({
  whole: [
    /esclus[oaie] (?:iva )?(?:ex )?art(?:\.|icolo) ?15/,
    /art(?:\.|icolo) ?15,? (?:del )?d\.? ?p\.? ?r\.? ?(?:n\. ?)?633/,
    new RegExp(
      String.raw`${notExcluded}anticip(?:at[aeio]|azion[ei]${ofThePrice}).{1,60}\bart(?:\.|icolo) ?15${ofVatLaw}`,
    ),
    new RegExp(`${notExcluded}(?:anticipat|sostenut|versat|pagat)[aeio].{1,40}in nome e per conto`),
  ],
});
/** Whether a line says that it is what was paid in the client's name (D.P.R. 633/1972, art. 15). */
export const saysAdvanced = (desc: string): boolean => advanced.test(desc);
/** Whether a line says that it bears no VAT. */
export const saysUntaxed = (desc: string): boolean => untaxed.test(desc) || saysAdvanced(desc);

/**
 * The client keeps it from what is paid (D.P.R. 600/1973, art. 25); a guarantee that is retained is something else, and so is a deducted
 * advance "al lordo della ritenuta".
 */
const withheldTax = anyAsciiWord({
  whole: [
    /(?<!\b(?:lordo|netto|soggett[oaie]) .{0,20})ritenut[ae] (?:d.acconto|(?:di |in )?acconto|irpef|fiscal[ei]|alla fonte)/,
  ],
});

interface LineFault extends Pick<Fault, "severity" | "code" | "suggestion"> {
  property: "desc" | "price";
  says: string;
}

function faultOf({ desc, qty, price }: LineItem, rate: number): LineFault | null {
  if (qty * price < 0)
    return withheldTax.test(desc)
      ? {
          severity: "error",
          code: "R09_WITHHELD_TAX",
          property: "price",
          says: "la ritenuta d'acconto tra le voci riduce l'imponibile, e con esso l'IVA; l'IVA si calcola invece sull'intero compenso.",
          suggestion: "Togliere la voce, e indicare la ritenuta e il netto a pagare nelle note.",
        }
      : null;
  if (isVatLine(desc))
    return {
      severity: "error",
      code: "R09_VAT_LINE",
      property: "desc",
      says: `è IVA, e come voce è calcolata a sua volta con l'IVA ${percentWithArticle("al", inItalian(rate))}.`,
      suggestion: "Togliere la voce: l'IVA è già calcolata dalle aliquote.",
    };
  return saysUntaxed(desc)
    ? {
        severity: "warning",
        code: "R09_UNTAXED_LINE",
        property: "desc",
        says: `la descrizione la dice senza IVA, ma è calcolata con l'IVA ${percentWithArticle("al", inItalian(rate))}.`,
        suggestion: "Impostare l'aliquota della voce a 0, oppure correggere la descrizione.",
      }
    : null;
}

/** Lines that are charged with VAT against their own words, VAT itself among them, and taxes withheld as if they were a discount. */
export const untaxedLines: Check = ({ document: { lineItems, vatPct } }) =>
  lineItems.flatMap((item, index) => {
    const rate = item.vatPct ?? vatPct ?? 0;
    const fault = rate > 0 ? faultOf(item, rate) : null;
    if (!fault) return [];
    const { property, says, ...rest } = fault;
    return {
      ...rest,
      field: `/lineItems/${index}/${property}`,
      message: `${lineName(item, index)}: ${says}`,
    };
  });
