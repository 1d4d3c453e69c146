import { expect, it } from "@jest/globals";
import type { BillNode } from "../../src/domain/bill/bill.js";
import type { BookPrices } from "../../src/domain/book-prices/book-price.js";
import { fillPrice } from "../../src/domain/book-prices/fill-price.js";

const ofBook = { bookName: "Lombardia 2026", unit: "m³", labourPct: null, safetyPct: null };
const prices: BookPrices = new Map([["A.01", [{ ...ofBook, price: 13.63017 }]]]);

it("gives a line the price of its code, to the cent, for the same unit alone", () => {
  const line: BillNode = { type: "line", code: "A.01", unit: "mc", qty: 2 };
  expect(fillPrice(line, prices).line).toEqual({
    ...line,
    price: 13.63,
    listPrice: 13.63017,
    priceBook: "Lombardia 2026",
  });
  expect(fillPrice({ ...line, unit: "mq" }, prices).reason).toBe('"Lombardia 2026" prices it by m³, the line is in mq');
  expect(fillPrice({ ...line, code: "B.02" }, prices).reason).toContain("no price book");
});
