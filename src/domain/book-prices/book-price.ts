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

/** The prices of each code of a bill, those of the project's own books first, then the latest; codes as lines have them. */
export type BookPrices = ReadonlyMap<string, readonly BookPrice[]>;

/** What a line takes of a book's price: euro and cents. */
export const priceForLine = ({ price }: Pick<BookPrice, "price">): number => product([price], 2);

/** Whether a line's price is the book's, as it stands there or in cents. */
export const isBookPrice = (price: number, book: BookPrice): boolean =>
  price === book.price || product([price], 2) === priceForLine(book);
