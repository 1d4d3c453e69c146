import { addPriceBookEntries } from "./add-price-book-entries.js";
import { comparePriceBooks } from "./compare-price-books.js";
import { createPriceBook } from "./create-price-book.js";
import { deletePriceBook } from "./delete-price-book.js";
import { deletePriceBookEntries } from "./delete-price-book-entries.js";
import { getPriceBook } from "./get-price-book.js";
import { importPriceBookAction } from "./import-price-book.js";
import { listPriceBooks } from "./list-price-books.js";
import { searchPriceBook } from "./search-price-book.js";
import { updatePriceBook } from "./update-price-book.js";
import { updatePriceBookEntry } from "./update-price-book-entry.js";

export const priceBookActions = [
  createPriceBook,
  addPriceBookEntries,
  updatePriceBook,
  updatePriceBookEntry,
  deletePriceBook,
  searchPriceBook,
  deletePriceBookEntries,
  listPriceBooks,
  getPriceBook,
  importPriceBookAction,
  comparePriceBooks,
] as const;
