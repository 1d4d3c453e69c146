import type { BillNode } from "../bill.js";
import { type BookPrices, priceForLine } from "./prices.js";
import { isSameUnit } from "./units.js";

/** Whether a line has a code, and neither a price nor a list price; 0 is none. */
export const lacksPrice = ({ code, price, listPrice }: BillNode): boolean => Boolean(code) && !price && !listPrice;

/** The line with its price, or why there is none. */
type Filled =
  | { line: BillNode; bookName: string; reason?: undefined }
  | { line?: undefined; bookName?: undefined; reason: string };

/**
 * Gives a line the first price of its code that is for its unit: the price to the cent, and the book's own beside it. A price for
 * another unit is none: what is measured in square metres must not be charged by the cubic metre.
 */
export function fillPrice(line: BillNode, prices: BookPrices): Filled {
  const { code = "", unit = "" } = line;
  const found = prices.get(code) ?? [];
  const [first] = found;
  if (!first) return { reason: "no price book that holds for the bill has this code" };
  const fitting = found.filter((each) => unit.trim() === "" || isSameUnit(each.unit, unit));
  if (fitting.length === 0) return { reason: `"${first.bookName}" prices it by ${first.unit}, the line is in ${unit}` };
  const priced = fitting.find((each) => priceForLine(each) !== 0);
  if (!priced) return { reason: `its price in "${first.bookName}" is 0` };
  return {
    line: {
      ...line,
      price: priceForLine(priced),
      listPrice: priced.price,
      priceBook: line.priceBook || priced.bookName,
    },
    bookName: priced.bookName,
  };
}
