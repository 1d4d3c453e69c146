import type { DocumentTotals } from "../../documents/document-figures.js";
import { inEuro } from "../../text/italian-numbers.js";
import { wordSet } from "../../text/word-set.js";
import { parseAmount, writtenAmount } from "../../text/written-amounts.js";
import type { Check } from "../finding.js";
import { isSafetyCost } from "./line-kinds.js";

const keyword = /\b(totale(?: imponibile)?|imponibile|importo complessivo|prezzo complessivo)\b/gi;
const figure = new RegExp(
  String.raw`^([^\d€]{0,60}?)(?:(€|\beuro?\b)\s{0,3})?(${writtenAmount})(?:\s{0,3}(€|euro?\b))?`,
  "i",
);
/** Words beside which `totale` is still that of the document. With any other (`opere murarie`, `circa`) it is something else. */
const plainWords = wordSet(
  "a ad al alla ammonta ammontano complessiva complessivo con comprensivo compresa compreso corrispettivo da del dell della dei di documento dovuto",
  "e è esclusa escluso finale generale il importo imponibile in inclusa incluso iva ivato la lordo netto offerta oltre pagare pari presente",
  "preventivo quindi risulta sconto scontato spettante somma totale euro eur",
);

/** Words for all that is charged, unless safety costs have lines of their own. */
const wholeWork = new Set(["lavori", "opere", "prestazioni", "voci"]);

/** The computed totals that the words around an amount can mean. */
function expected(words: string[], totals: DocumentTotals): number[] {
  const says = (...some: string[]): boolean => some.some((word) => words.includes(word));
  // `Totale con sconto` says nothing of VAT.
  if (says("sconto", "scontato") && !says("iva")) {
    const before = says("esclusa", "escluso", "lordo") ? [totals.subtotal] : [];
    return [...before, totals.discount, totals.taxable, totals.total];
  }
  if (says("inclusa", "incluso", "compresa", "compreso", "comprensivo", "con", "ivato", "lordo", "pagare"))
    return [totals.total];
  if (says("imponibile", "esclusa", "escluso", "netto", "oltre")) return [totals.subtotal, totals.taxable];
  if (says("iva")) return [totals.vat];
  return [totals.subtotal, totals.taxable, totals.total];
}

const either = new Intl.ListFormat("it", { type: "disjunction" });

/** Words right after an amount that say whether VAT is included: `+ IVA`, `oltre IVA`, `(IVA inclusa)`. */
function wordsAfter(rest: string): string[] {
  const after = /^\s{0,3}[(,;-]?\s{0,3}(?:(\+|più|oltre)|(?:di )?(?:iva )?(inclus|compres|esclus))/i.exec(rest);
  if (after?.[1]) return ["oltre"];
  return after?.[2] ? [after[2].toLowerCase() === "esclus" ? "esclusa" : "inclusa"] : [];
}

/** Totals in the body that differ from the totals computed from the lines. */
export const writtenTotals: Check = ({ document: { body, lineItems, totals } }) => {
  if (!body || lineItems.length === 0) return [];
  const isPlain = (word: string): boolean =>
    plainWords.has(word) || (wholeWork.has(word) && !lineItems.some(isSafetyCost));
  return [...body.matchAll(keyword)].flatMap(({ 0: said, index }) => {
    const start = index + said.length;
    const [line = ""] = body.slice(start, start + 120).split("\n", 1);
    const rest = line.replace(/\d{1,2}\s?%/g, "");
    const match = figure.exec(rest);
    if (!match) return [];
    const [whole, between = "", before, digits = "", after] = match;
    const words = `${said} ${between}`.toLowerCase().match(/\p{L}+/gu) ?? [];
    if (!(before || after) || !words.every(isPlain)) return [];

    const written = parseAmount(digits);
    const right = expected([...words, ...wordsAfter(rest.slice(whole.length))], totals);
    if (Number.isNaN(written) || right.some((amount) => Math.abs(amount - written) < 0.005)) return [];
    return {
      severity: "error",
      code: "R08_WRITTEN_TOTAL",
      field: "/body",
      message: `Il testo dice «${said}» ${inEuro(written)}, ma dalle voci risulta ${either.format([...new Set(right)].map(inEuro))}.`,
      suggestion: "Correggere l'importo nel testo, oppure toglierlo: i totali sono già calcolati dalle voci.",
    };
  });
};
