import type { BillNode } from "../bill.js";
import { type BookPrice, type BookPrices, priceForLine } from "./prices.js";
import { isSameUnit } from "./units.js";

/** Whether a line has a code, and neither a price nor a list price; 0 is none. */
export const lacksPrice = ({ code, price, listPrice }: BillNode): boolean => Boolean(code) && !price && !listPrice;

type Found = { found: BookPrice; reason?: undefined } | { found?: undefined; reason: string };

/**
 * The first price of a line's code that is for its unit, or why there is none. A price for another unit is none: what is measured in
 * square metres must not be charged by the cubic metre.
 */
function bookPriceOf({ code = "", unit = "" }: BillNode, prices: BookPrices): Found {
  const found = prices.get(code) ?? [];
  const [first] = found;
  if (!first) return { reason: "no price book that holds for the bill has this code" };
  const fitting = found.filter((each) => unit.trim() === "" || isSameUnit(each.unit, unit));
  if (fitting.length === 0) return { reason: `"${first.bookName}" prices it by ${first.unit}, the line is in ${unit}` };
  const priced = fitting.find((each) => priceForLine(each) !== 0);
  return priced ? { found: priced } : { reason: `its price in "${first.bookName}" is 0` };
}

/** The line with its price, and the further prices of its code in the same book, in euro and cents; or why there is none. */
type Priced =
  | { line: BillNode; found: BookPrice; otherPrices: number[] | undefined; reason?: undefined }
  | { line?: undefined; found?: undefined; otherPrices?: undefined; reason: string };

/** The further prices, in euro and cents, that a price's own book has for its code and unit; undefined: none. */
function otherPrices(code: string, found: BookPrice, prices: BookPrices): number[] | undefined {
  const same = (prices.get(code) ?? []).filter(
    ({ bookName, unit }) => bookName === found.bookName && isSameUnit(unit, found.unit),
  );
  const others = new Set(same.map(priceForLine));
  others.delete(priceForLine(found));
  others.delete(0);
  return others.size > 0 ? [...others] : undefined;
}

/** Gives a line without a price that of its code: to the cent, and the book's own beside it, with its shares where the line has none. */
export function fillPrice(line: BillNode, prices: BookPrices): Priced {
  const { found, reason } = bookPriceOf(line, prices);
  if (!found) return { reason };
  const priceBook = line.priceBook || found.bookName;
  return {
    line: {
      ...line,
      price: priceForLine(found),
      listPrice: found.price,
      priceBook,
      labourPct: line.labourPct ?? found.labourPct ?? undefined,
      safetyPct: line.safetyPct ?? found.safetyPct ?? undefined,
    },
    found,
    otherPrices: otherPrices(line.code ?? "", found, prices),
  };
}

/**
 * Gives a line the list price of its code. Its price follows where it was the old list price, or was absent: what was agreed stays. A
 * line that has this list price already keeps all its decimals, so that the total doesn't move by cents. A code of another edition becomes
 * that of the book.
 */
export function reprice(line: BillNode, prices: BookPrices): Priced {
  const { found, reason } = bookPriceOf(line, prices);
  if (!found) return { reason };
  const { price, listPrice } = line;
  const wasList =
    price === undefined ||
    (listPrice !== undefined && (price === listPrice || price === priceForLine({ price: listPrice })));
  const isSame = listPrice === found.price;
  return {
    line: {
      ...line,
      ...(wasList ? { price: isSame ? (price ?? listPrice) : priceForLine(found) } : {}),
      ...(found.codeThere === undefined ? {} : { code: found.codeThere }),
      listPrice: found.price,
      priceBook: found.bookName,
    },
    found,
    otherPrices: otherPrices(line.code ?? "", found, prices),
  };
}
