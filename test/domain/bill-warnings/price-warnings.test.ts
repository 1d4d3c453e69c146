import { describe, expect, it } from "@jest/globals";
import type { BookPrices } from "../../../src/domain/book-prices/book-price.js";
import { briefly, good, warningsOf } from "./warned.js";

describe("prices of the book", () => {
  const prices: BookPrices = new Map([
    [
      "A.01",
      [
        { bookName: "Lombardia 2026", unit: "m³", price: 13.63017, labourPct: null, safetyPct: null },
        { bookName: "Lombardia 2025", unit: "m³", price: 12.9, labourPct: null, safetyPct: null },
      ],
    ],
  ]);
  const coded = { ...good, code: "A.01" };

  it("are for their unit: another is named, also where the price is the book's or none", () => {
    const inSquareMetres = { ...good, code: "A.01", unit: "mq", price: 13.63 };
    expect(briefly([inSquareMetres], prices)).toEqual(["unit_differs /lines/0/unit"]);
    const [unit, none] = warningsOf([{ ...inSquareMetres, price: undefined }], prices);
    expect(unit?.detail).toContain('13.63017 euro per m³ in "Lombardia 2026"');
    expect(none).toMatchObject({ code: "zero_price", suggestion: 'Give "price" or "listPrice".' });
    expect(briefly([{ ...inSquareMetres, unit: "mc" }], prices)).toEqual([]);
  });

  it("differ from the line's", () => {
    const [warning, ...others] = warningsOf([coded], prices);
    expect(others).toEqual([]);
    expect(warning).toMatchObject({ code: "price_differs", pointer: "/lines/0/price" });
    expect(warning?.detail).toContain('price is 12.5, but code A.01 costs 13.63017 euro per m³ in "Lombardia 2026"');
    for (const price of [13.63, 13.63017, 12.9]) expect(briefly([{ ...coded, price }], prices)).toEqual([]);
  });

  it("may differ from what is asked where the list price stands beside it", () => {
    expect(briefly([{ ...coded, listPrice: 13.63 }], prices)).toEqual([]);
    expect(briefly([{ ...coded, listPrice: 13 }], prices)).toEqual(["price_differs /lines/0/listPrice"]);
  });

  it("are offered to a line that has none", () => {
    const [warning] = warningsOf([{ ...coded, price: undefined }], prices);
    expect(warning?.code).toBe("zero_price");
    expect(warning?.suggestion).toContain('Code A.01 costs 13.63 euro in "Lombardia 2026": use fill_bill_prices');
  });
});
