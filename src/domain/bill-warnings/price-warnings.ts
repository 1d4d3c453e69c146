import { type BookPrices, isBookPrice, priceForLine } from "../book-prices/book-price.js";
import { normalized } from "../text/normalized.js";
import { shortened } from "../text/shortened.js";
import { isSameUnit } from "../units.js";
import type { CheckedLine } from "./checked-line.js";

/** Warns if a line has no price, or a price other than its code's in the price books. @param prices null: nobody asked */
export function warnOfPrice(line: CheckedLine, prices: BookPrices | null): void {
  const { code, unit = "" } = line.node;
  const inBooks = (code && prices?.get(code)) || [];
  const inItsUnit = inBooks.filter((book) => unit.trim() === "" || isSameUnit(book.unit, unit));
  const [first] = inItsUnit;
  const [other] = inBooks;
  if (!first && other)
    line.warn("unit_differs", ["unit"], () => ({
      detail: `${line.name}: unit is ${shortened(unit, 80)}, but code ${code} costs ${other.price} euro per ${other.unit} in "${other.bookName}".`,
      suggestion: "Correct the unit and the quantity, or leave the code out.",
    }));
  if (line.figures.unitPrice === 0) {
    line.warn("zero_price", line.node.price === undefined ? [] : ["price"], () => ({
      detail: `${line.name} has no unit price, so its amount is 0.`,
      suggestion: first
        ? `Code ${code} costs ${priceForLine(first)} euro in "${first.bookName}": use fill_bill_prices, or give "price".`
        : `Give "price" or "listPrice".`,
    }));
    return;
  }
  const field = line.node.listPrice === undefined ? "price" : "listPrice";
  const price = line.node[field] as number;
  if (!first || price === 0 || inItsUnit.some((book) => isBookPrice(price, book))) return;
  const named =
    inItsUnit.find(({ bookName }) => normalized(bookName) === normalized(line.node.priceBook ?? "")) ?? first;
  line.warn("price_differs", [field], () => ({
    detail: `${line.name}: ${field} is ${price}, but code ${code} costs ${named.price} euro per ${named.unit} in "${named.bookName}".`,
    suggestion:
      field === "price"
        ? `Check the price; if it differs on purpose, give the book's as "listPrice" beside it.`
        : "Check the list price, or the edition of the price book.",
  }));
}

/** An agreed price is nearer to the list price; this far off, a decimal mark was lost. The tiny part allows for binary fractions. */
const slippedTimes = 10 * (1 - 1e-9);

export function warnOfSlippedPrice(line: CheckedLine): void {
  const { price = 0, listPrice = 0 } = line.node;
  const less = Math.min(Math.abs(price), Math.abs(listPrice));
  if (less === 0 || Math.max(Math.abs(price), Math.abs(listPrice)) < less * slippedTimes) return;
  line.warn("price_differs", ["price"], () => ({
    detail: `${line.name}: price is ${price}, but its listPrice is ${listPrice}.`,
    suggestion: "Check the price and its decimal mark.",
  }));
}
