import type { Field } from "../../tables/headings.js";

/**
 * The table layout for both export to spreadsheets and import from them: the titles of sections, then each line (voce), then its
 * measurement rows, which have neither number nor code. The keys are those that users give in `columns`.
 */
export const billHeadings = {
  number: "N.",
  code: "Tariffa",
  description: "Descrizione",
  unit: "U.M.",
  count: "Par.ug.",
  length: "Lung.",
  width: "Larg.",
  height: "H/peso",
  quantity: "Quantità",
  price: "Prezzo unitario",
  amount: "Importo",
  labourPct: "% manodopera",
  // Only where a line has any.
  safetyPct: "% sicurezza",
  safety: "Sicurezza",
} as const satisfies Partial<Record<Field, string>>;
export type BillColumn = keyof typeof billHeadings;
export const billColumns = Object.keys(billHeadings) as [BillColumn, ...BillColumn[]];

/** What to do with a file that is no bill, and perhaps a list of prices. */
export const ifPriceList = "If it is a price list, import it with import_price_book.";

/** The number of a section's title row: `A`, below it `A.1`, then `A.1.2`; a point before each further level. Lines have plain numbers. */
export const sectionNumber = /^[A-Z]{1,4}(?:\.\d{1,5})*$/;

/** The description of the last row, which has the bill's total. */
export const totalLabel = "TOTALE";
/** Marks, in the safety column, the lines that discounts don't apply to. */
export const safetyMark = "sì";

/**
 * The text of a row that repeats a line's quantity: `Vedi voce n. 12`, or `Vedi voce n. 12 × 0,5` with a factor. The row's own words
 * follow after a colon. Its other factors stand in their columns.
 */
export const seeLine = (number: number, factor: string | null, desc: string): string =>
  `Vedi voce n. ${number}${factor === null ? "" : ` × ${factor}`}${desc === "" ? "" : `: ${desc}`}`;
/** Groups: the line's number, the factor, the row's own words. */
export const seesLine = /^vedi voce n\. ?(\d{1,6})(?: ?[×x] ?(-?[\d.]{0,20}(?:,\d{1,15})?))?(?:: ([\s\S]*))?$/i;

/** The text of a row that shows the running total: `Parziale`, with its own words after a colon. The total stands as its quantity. */
export const partial = (desc: string): string => (desc === "" ? "Parziale" : `Parziale: ${desc}`);
/** Group: the row's own words. */
export const isPartial = /^parziale(?:: ([\s\S]*))?$/i;

/** The text of the row that ends a section, if a line outside it follows: nothing else would show the end. */
export const sectionEnd = (number: string): string => `Fine ${number}`;
/** Group: the section's number. */
export const isSectionEnd = /^Fine ([A-Z]{1,4}(?:\.\d{1,5})*)$/;
