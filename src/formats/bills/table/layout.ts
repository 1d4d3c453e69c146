import type { Field } from "../../tables/headings.js";

/**
 * The table in which a bill goes to spreadsheets and comes from them, one truth for both ways: a line (voce), beneath it its
 * measurement rows with neither number nor code, before both the titles of their sections. The names of the columns are those by which
 * `columns` names them by hand.
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

/** The number of a section's title row: `A`, within it `A.1`, `A.1.2`, each level after a point. Lines have plain numbers. */
export const sectionNumber = /^[A-Z]{1,4}(?:\.\d{1,5})*$/;

/** What stands in the description of the last row, before the bill's total. */
export const totalLabel = "TOTALE";
/** In the column of safety, of lines that no discount touches. */
export const safetyMark = "sì";

/**
 * How a row says that it repeats a line's quantity: `Vedi voce n. 12`, with a factor `Vedi voce n. 12 × 0,5`, and with words of its own
 * after a colon. The other factors stand in their columns.
 */
export const seeLine = (number: number, factor: string | null, desc: string): string =>
  `Vedi voce n. ${number}${factor === null ? "" : ` × ${factor}`}${desc === "" ? "" : `: ${desc}`}`;
/** number, factor, words */
export const seesLine = /^vedi voce n\. ?(\d{1,6})(?: ?[×x] ?(-?[\d.]{0,20}(?:,\d{1,15})?))?(?:: ([\s\S]*))?$/i;

/** How a row says that it shows the running total: `Parziale`, with words of its own after a colon; the total stands as its quantity. */
export const partial = (desc: string): string => (desc === "" ? "Parziale" : `Parziale: ${desc}`);
/** words */
export const isPartial = /^parziale(?:: ([\s\S]*))?$/i;

/** The row after a section's last one, where a line outside it follows: nothing else shows that the section has ended. */
export const sectionEnd = (number: string): string => `Fine ${number}`;
/** number */
export const isSectionEnd = /^Fine ([A-Z]{1,4}(?:\.\d{1,5})*)$/;
