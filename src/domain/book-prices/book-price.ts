import { product } from "../money.js";

/** A price of a code in a price book that holds for the bill. */
export interface BookPrice {
  /** the code in the book, where the line has that of another edition */
  codeThere?: string;
  bookName: string;
  unit: string;
  /** unit price in euro, as the book gives it: regional lists have five decimals */
  price: number;
  /** share of labour in the price, percent; null: the book doesn't say */
  labourPct: number | null;
  /** share of safety in the price, percent; null: the book doesn't say */
  safetyPct: number | null;
}

/** The prices for each code of a bill: the project's own books first, then the latest. Codes are spelt as in the lines. */
export type BookPrices = ReadonlyMap<string, readonly BookPrice[]>;

/** The part of a book's price that a line takes: euro and cents. */
export const priceForLine = ({ price }: Pick<BookPrice, "price">): number => product([price], 2);

/** Whether a line's price is the book's, exactly or rounded to cents. */
export const isBookPrice = (price: number, book: BookPrice): boolean =>
  price === book.price || product([price], 2) === priceForLine(book);
