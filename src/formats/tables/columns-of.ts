import { type FactorName, factorNames } from "../../domain/bill/bill-measurements.js";
import {
  fieldWords,
  letterOrDepth,
  numbersLine,
  partsOrNumber,
  partsOrPrice,
  pieces,
  priceOrAmount,
} from "./heading-words.js";
import type { Columns } from "./headings.js";

const vat = "(?:iva|i v a)(?: \\d{1,2} ?%?)?";
const withVat = new RegExp(
  `\\b(?:${vat} (?:inclus|incl|compres|compr)|(?:inclus[ao]|incl|compres[ao]|compr|con|lord[ao]|al lordo)(?: (?:di|dell))? ${vat}(?! ?\\d{0,2} ?%? escl)|ivat[oaie])`,
);
const withoutVat = new RegExp(
  ` (?:${vat} (?:esclus[ao]|escl)|(?:esclus[ao]|escl|senza|oltre|piu|al netto|nett[ao])(?: (?:di|dell))? ${vat})$`,
);

/** A heading without the words that VAT comes on top. One that includes VAT names no column, since bills and price lists are without it. */
const beforeVat = (heading: string): string => (withVat.test(heading) ? "" : heading.replace(withoutVat, ""));

const hasDimensions = ({ length, width, height }: Columns): boolean =>
  length !== undefined || width !== undefined || height !== undefined;

/** The only factor, where its heading is a letter or a depth: perhaps what a thing is like. */
function soleMark(headings: readonly string[], columns: Columns): FactorName | undefined {
  const [sole, another] = factorNames.filter((name) => columns[name] !== undefined);
  const isMark = sole && another === undefined && letterOrDepth.test(headings[columns[sole] ?? -1] ?? "");
  return isMark ? sole : undefined;
}

/** Whether a column stands where the equal parts do: before the first dimension. */
const mayBeParts = (column: number, columns: Columns): boolean =>
  hasDimensions(columns) &&
  [columns.length, columns.width, columns.height].every((dimension) => dimension === undefined || column < dimension);

/** Among columns that differ by their year alone, `Prezzo 2024` and `Prezzo 2025`, the latest. */
function ofLatestYear(headings: readonly string[], column: number): number {
  const [name, year] = inParts(headings[column] ?? "");
  let [latest, latestYear] = [column, year];
  for (const [at, heading] of headings.entries()) {
    const [other, otherYear] = inParts(heading);
    if (other === name && otherYear > latestYear) [latest, latestYear] = [at, otherYear];
  }
  return year === "" ? column : latest;
}

/** A heading without the year at its end, or before its currency, and that year; "": it has none. */
const inParts = (heading: string): [string, string] => {
  const [, name = heading, year = "", currency = ""] = /^(.*) ((?:19|20)\d\d)( €| euro)?$/.exec(heading) ?? [];
  return [name + currency, year];
};

/** The columns that headings name. A column has one meaning, and a meaning one column. */
export function columnsOf(given: readonly string[]): Columns {
  const headings = given.map(beforeVat);
  const columns: Columns = {};
  const used = new Set<number>();
  const isMeasured = (): boolean =>
    columns.quantity !== undefined || (hasDimensions(columns) && !soleMark(headings, columns));
  const find = (is: (heading: string, at: number) => boolean): number | undefined => {
    const found = headings.findIndex((heading, at) => heading !== "" && !used.has(at) && is(heading, at));
    return found < 0 ? undefined : found;
  };
  const findSurest = (patterns: readonly RegExp[], accepts = (_: string): boolean => true): number | undefined => {
    for (const pattern of patterns) {
      const mayBeIt = (at: number) =>
        (pattern !== partsOrPrice || mayBeParts(at, columns)) && (pattern !== pieces || hasDimensions(columns));
      const found = find((heading, at) => pattern.test(heading) && accepts(heading) && mayBeIt(at));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  for (const [field, patterns] of fieldWords) {
    const isDoubtful = field === "price" && isMeasured();
    const sure = isDoubtful ? findSurest(patterns, (heading) => !priceOrAmount.test(heading)) : undefined;
    const column = sure ?? findSurest(patterns);
    if (column === undefined) continue;
    columns[field] = column;
    used.add(column);
  }
  if (columns.price !== undefined && !isMeasured()) columns.price = ofLatestYear(headings, columns.price);
  const { number, description, price } = columns;
  if (price !== undefined && isMeasured() && priceOrAmount.test(headings[price] ?? "")) {
    columns.amount ??= price;
    if (columns.amount === price) delete columns.price;
  }
  // `N.` is the line's number before its description, and the equal parts behind it.
  if (columns.count === undefined && number !== undefined && description !== undefined && number > description) {
    columns.count = number;
    delete columns.number;
    const before = find((heading, at) => at < description && numbersLine.test(heading));
    if (before !== undefined) columns.number = before;
  }
  if (columns.count === undefined && description !== undefined) {
    const parts = find((heading, at) => at > description && partsOrNumber.test(heading) && mayBeParts(at, columns));
    if (parts !== undefined) columns.count = parts;
  }
  const mark = soleMark(headings, columns);
  if (mark && columns.quantity !== undefined) delete columns[mark];
  return columns;
}

export const knownColumns = (columns: Columns): number =>
  Object.values(columns).filter((column) => column !== undefined).length;
