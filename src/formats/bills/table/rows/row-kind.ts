import { normalizedHeading } from "../../../tables/headings.js";
import { isPartial, isSectionEnd, sectionNumber, totalLabel } from "../layout.js";
import { isDiscount, saysDiscountRate, saysVat } from "./charges.js";
import type { BillTableRow, LabelledRow, RowKind, SheetRow } from "./sheet-row.js";

/** As lines are numbered: `12`, `1.12`, `3/4`. */
export const isPlainNumber = (text: string): boolean => /^\d{1,6}(?:[./]\d{1,4})*\.?$/.test(text);

/** A label as it is compared. PriMus prints `T O T A L E`, and `A   R I P O R T A R E` at the foot of each page. */
const labelOf = (text: string): string =>
  normalizedHeading(text)
    .replace(/^(?:a )?(?:[a-z] ){4,20}[a-z](?= |$)/, (letters) => letters.replaceAll(" ", ""))
    .replace(/^ariportare/, "a riportare");

/**
 * The rows of a sheet, with what each is by itself.
 * @param isOwn whether it has the layout of our exports
 */
export const withKinds = (given: readonly BillTableRow[], { isOwn }: { isOwn: boolean }): SheetRow[] =>
  given.map((row) => {
    const labelled = { ...row, label: labelOf(row.text) };
    return { ...labelled, kind: isOwn ? ownRowKind(labelled) : rowKind(labelled) };
  });

function rowKind(row: LabelledRow): RowKind {
  const { label, number, code, text, unit, quantity, price, amount } = row;
  const isMeasured = row.factors.size > 0;
  const isNumbered = isPlainNumber(number);
  const hasFigures = quantity !== null || price !== null || amount !== null;
  const mayBeTotal = !isMeasured && code === "" && unit === "" && price === null && (hasFigures || !isNumbered);
  if (isCarriedOver(row)) return "skip";
  if (price === null && quantity === null && unit === "" && code === "" && sectionNumber.test(number)) return "section";
  if (saysVat(label) && !isMeasured && hasFigures) return "vat";
  if (isOfWhich(row)) return "part";
  if (isDiscount(row)) return "discount";
  if (saysDiscountRate(row)) return "rate";
  if (isSum(row)) return "sum";
  if (mayBeTotal && saysPartial(row)) return amount === null || quantity !== null ? "partial" : "total";
  if (mayBeTotal && (isTotal(label) || (amount !== null && isNetTotal(label))))
    return quantity === null ? "total" : "sum";
  if (code !== "" && (text !== "" || hasFigures || unit !== "")) return "line";
  if (isNumbered && (hasFigures || unit !== "" || isMeasured)) return "line";
  if (unit !== "" && (price !== null || amount !== null)) return "line";
  // A lump sum is often written without a unit.
  if (text !== "" && !isMeasured && quantity !== null && price !== null) return "line";
  if (isMeasured || (quantity !== null && unit === "")) return "measurement";
  if (quantity !== null || (isNumbered && text === "")) return "line";
  return text === "" && code === "" && number === "" ? "skip" : "text";
}

/** Whether a row says how much of what stands above is labour, safety or the like: `di cui manodopera`, and an amount. */
const isOfWhich = ({ text, code, unit, factors, quantity, price, amount }: BillTableRow): boolean =>
  /^\W{0,3}di cui\b/i.test(text) &&
  amount !== null &&
  code === "" &&
  factors.size === 0 &&
  (unit !== "" || quantity === null) &&
  price === null;

export const saysPartial = ({ text, label }: LabelledRow): boolean => isPartial.test(text) || /^parziale\b/.test(label);

/**
 * Whether a row is carried over between pages: the words with a figure, or alone with where they come from. Works begin with them too:
 * `Riporto di terreno vegetale`.
 */
function isCarriedOver({ label, code, unit, factors, quantity, price, amount }: LabelledRow): boolean {
  if (!/^(a riportare|da riportare|riporto)\b/.test(label)) return false;
  if (code !== "" || unit !== "" || factors.size > 0 || (quantity !== null && price !== null)) return false;
  return quantity === null && price === null && amount === null
    ? carriedWords.test(label)
    : !/^riporto (di|e|con|in) (?!pag|foglio|(?:cui|importo|quanto|computo|totale|iva)\b)/.test(label);
}

const carriedWords =
  /^(a riportare|da riportare|riporto)( (a|alla|al|da|dalla|dal|di|della|del|pag|pagina|foglio|precedente|seguente|successiva|n|nr|importo|totale|€|euro|\d+))*$/;

/** `Somma urgenza` is a work, and so may others with a code be that begin so; `Somma m²` beside its line's code is the line's sum. */
export const isSum = ({ label, code, factors }: LabelledRow): boolean => {
  const [, word] = /^(sommano|somma)\b(?! (urgenza|a disposizione))/.exec(label) ?? [];
  return (
    factors.size === 0 &&
    (word === "sommano" || (word === "somma" && (code === "" || /^somma( \S{1,4})?$/.test(label))))
  );
};

const isTotal = (words: string): boolean =>
  /^(totale|totali|tot|subtotale|sub totale|sommano|importo (totale|complessivo)|importo lavori)\b/.test(words);

/** Without an amount, these may begin a title or a description. */
const isNetTotal = (words: string): boolean =>
  /^(importo (netto|offerto|al netto)|imponibile|totale netto|netto)\b/.test(words);

/** Whether a total is that of the whole bill, by its label. */
export const isGrandTotal = (label: string): boolean =>
  /^(totale|importo|tot|imponibile|netto)( (totale|generale|complessivo|importo|imponibile|netto|scontato|ribassato|scontata|ribassata|offerta|offerto|dell offerta|al netto (?:del |dello )?(?:ribasso|sconto)(?: d asta)?(?: del)?(?: \d{1,2}(?: \d{1,4})? ?%)?|computo|lavori|dei lavori|delle opere|opere|dell opera|euro|€|del computo|complessivo dei lavori|computo metrico.{0,40}))*$/.test(
    label,
  );

/**
 * In our own exports lines and sections are numbered, and nothing else is. Rows that these never have are read as in any other table: another
 * program's may have the same headings, and somebody may have added a line.
 */
function ownRowKind(row: LabelledRow): RowKind {
  if (sectionNumber.test(row.number)) return "section";
  if (isPlainNumber(row.number)) return "line";
  if (row.number !== "") return markedRowKind(row);
  if (saysDiscountRate(row)) return "rate";
  const hasPrice = row.price !== null || row.amount !== null;
  if (row.text === totalLabel && row.amount !== null && row.quantity === null && row.price === null) return "total";
  if (isSum(row) || (hasPrice && (row.unit !== "" || row.quantity === null))) return rowKind(row);
  if (isSectionEnd.test(row.text) && row.quantity === null) return "total";
  if (row.quantity === null && row.factors.size === 0) return "text";
  return row.factors.size === 0 && isPartial.test(row.text) ? "partial" : "measurement";
}

/** Somebody has added a line, `2bis`, or words: a builder signs below the prices, `Timbro e firma` in the first column. */
function markedRowKind(row: LabelledRow): RowKind {
  const kind = rowKind(row);
  const isWork =
    kind === "measurement" || (kind === "text" && (row.unit !== "" || row.price !== null || row.amount !== null));
  return isWork ? "line" : kind;
}
