import type { BillTableRow, LabelledRow } from "./sheet-row.js";

/** Whether the words of a row, as labels are compared, say that it is VAT; totals say that they include it. */
export const saysVat = (words: string): boolean =>
  /^(?:(?:per|piu|importo|ammontare|aliquota|totale|di cui) )?(?:iva|i v a|imposta sul valore aggiunto)\b/.test(
    words,
  ) && !/\b(?:compr|incl|escl)/.test(words);

/** Works begin with such words too: `Ribasso del piano di posa`. A discount `in fattura` pays with tax credits, and lowers no price. */
const discountWords =
  /^(?:(?:a )?(?:dedurre|detrarre|deduzione|detrazione|dedotto|detratto|meno|importo|totale) (?:(?:il|lo|l|un|uno|del|dello|di|per) )*)?(?:(?:scont[oi]|abbuon[oi])\b(?! in fattura\b)|ribass[oi]\b(?! (?:d|del|dello|della|di|dei|delle) (?!\d|€|euro\b|asta\b|gara\b)))/;

/** Without a sign, what goes on otherwise may be works: `Ribassi in cartongesso`. */
const ribassoOfWorks =
  /^ribass[oi] (?!\d|%|€|euro\b|d |del |dell |di |asta|gara|offert|contrattual|appli|pratic|concord|commercial|propost|percentual|unic|medi[oa]|compless|pari a|in (?:percentuale|ragione)|su|lavori|importo|impresa)/;

/** Whether a row has a discount and its amount; a percentage may stand beside it. */
export const isDiscount = (row: LabelledRow): boolean =>
  row.amount !== null &&
  row.amount !== 0 &&
  row.price === null &&
  row.code === "" &&
  (row.unit === "" ? row.quantity === null : row.unit.trim() === "%") &&
  row.factors.size === 0 &&
  discountWords.test(row.label) &&
  (row.amount < 0 || !ribassoOfWorks.test(row.label));

/** Whether a row says a discount in percent, without what it comes to. */
export const saysDiscountRate = (row: LabelledRow): boolean =>
  row.amount === null &&
  row.number === "" &&
  row.code === "" &&
  row.unit.trim() === "%" &&
  row.factors.size === 0 &&
  (row.quantity === null) !== (row.price === null) &&
  discountWords.test(row.label) &&
  !ribassoOfWorks.test(row.label);

/** A discount's percentage, in its words or beside them; null where there is none. */
export function discountPct({ text, unit, quantity, price }: BillTableRow): number | null {
  const beside = unit.trim() === "%" ? (quantity ?? price) : null;
  const written = [...text.matchAll(/(?<![\d.,])(\d{1,3})(?:[.,](\d{1,6}))? ?%/g)].at(-1);
  return beside ?? (written ? Number(`${written[1]}.${written[2] ?? 0}`) : null);
}

/** Some files give a discount without its sign. */
export const discountEuro = ({ amount }: BillTableRow): number => -Math.abs(amount ?? 0);

const isWithinPrices = (text: string): boolean =>
  /aziendal|intern[aeio]\b|(?<!\bnon (?:gi[aà] )?)\b(?:compres|inclus)/i.test(text);

/** Whether a text begins as costs of safety do; those that the prices include are none. */
export const namesSafety = (text: string): boolean =>
  /^[^\p{L}]{0,10}(?:(?:totale|importo|stima|somma|per|quota) (?:(?:per|degli|dei|gli|i) )?)?(?:oner[ei]|cost[io])\b.{0,40}\bsicurezza\b/iu.test(
    text,
  ) && !isWithinPrices(text);

/** Whether a section with this title is of costs of safety. */
export const isSafetyTitle = (text: string): boolean =>
  namesSafety(text) || /^[^\p{L}]{0,10}sicurezza\s*$/iu.test(text);

/** Whether a row has costs of safety and their amount alone. */
export const isSafetyAmount = ({ text, code, number, amount }: BillTableRow): boolean =>
  amount !== null && amount > 0 && number === "" && code === "" && namesSafety(text);
