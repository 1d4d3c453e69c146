import type { BillNode } from "../bill/bill.js";
import { isSameUnit } from "../units.js";
import { type BookPrice, type BookPrices, priceForLine } from "./book-price.js";

/** Whether a line has a code but neither a price nor a list price; 0 counts as none. */
export const lacksPrice = ({ code, price, listPrice }: BillNode): boolean => Boolean(code) && !price && !listPrice;

/** A price, and the further ones that its book has for the line, in euro and cents; undefined: none. */
interface Found {
  found: BookPrice;
  otherPrices: number[] | undefined;
  reason?: undefined;
}
interface NotFound {
  line?: undefined;
  found?: undefined;
  otherPrices?: undefined;
  reason: string;
}

/**
 * The first price for a line's code in the line's unit, or why there is none. A price for another unit doesn't count: what is measured in
 * square metres must not be charged by the cubic metre.
 * @param onlyBook the book whose prices they are; undefined: those of all books that hold for the bill
 */
function bookPriceOf({ code = "", unit = "" }: BillNode, prices: BookPrices, onlyBook?: string): Found | NotFound {
  const found = prices.get(code) ?? [];
  const [first] = found;
  const searched = onlyBook === undefined ? "no price book that holds for the bill has" : `"${onlyBook}" doesn't have`;
  if (!first) return { reason: `${searched} this code` };
  const fitting = found.filter((each) => unit.trim() === "" || isSameUnit(each.unit, unit));
  if (fitting.length === 0) return { reason: `"${first.bookName}" prices it by ${first.unit}, the line is in ${unit}` };
  const priced = fitting.find((each) => priceForLine(each) !== 0);
  if (!priced) return { reason: `its price in "${first.bookName}" is 0` };
  const all = new Set(fitting.filter(({ bookName }) => bookName === priced.bookName).map(priceForLine));
  const others = [...all].filter((euro) => euro !== 0 && euro !== priceForLine(priced));
  return { found: priced, otherPrices: others.length > 0 ? others : undefined };
}

/** The line with its price, or why there is none. */
type Priced = (Found & { line: BillNode }) | NotFound;

/** A line of a bill, and what it becomes. */
export interface PricedLine {
  line: { index: number; node: BillNode };
  result: Priced;
}

/** Gives a line without a price that of its code: to the cent, and the book's own beside it, with its shares where the line has none. */
export function fillPrice(line: BillNode, prices: BookPrices, onlyBook?: string): Priced {
  const result = bookPriceOf(line, prices, onlyBook);
  const { found } = result;
  if (!found) return result;
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
    ...result,
  };
}

/**
 * Gives a line the list price of its code. Its price follows where it was the old list price, or was absent: what was agreed stays. A
 * line that has this list price already keeps all its decimals, so that the total doesn't move by cents. A code of another edition becomes
 * that of the book.
 */
export function reprice(line: BillNode, prices: BookPrices, onlyBook?: string): Priced {
  const result = bookPriceOf(line, prices, onlyBook);
  const { found } = result;
  if (!found) return result;
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
    ...result,
  };
}
