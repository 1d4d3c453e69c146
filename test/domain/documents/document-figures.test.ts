import { describe, expect, it } from "@jest/globals";
import Big from "big.js";
import { documentFigures, documentTotals } from "../../../src/domain/documents/document-figures.js";
import { amountEuro, sum } from "../../../src/domain/money.js";
import { Random } from "../../support/random.js";
import { volume } from "../../support/soak.js";

describe("documentTotals", () => {
  it("gives the golden case of a surveyor's fee with its 5 % contribution", () => {
    const lines = [
      { qty: 1, price: 2000 },
      { qty: 1, price: 150 },
      { qty: 1, price: 107.5 },
    ];
    expect(documentTotals(lines, null, 22)).toEqual({
      subtotal: 2257.5,
      discount: 0,
      taxable: 2257.5,
      vat: 496.65,
      total: 2754.15,
    });
  });

  it("rounds the discount and the VAT once each", () => {
    expect(documentTotals([{ qty: 3, price: 33.35 }], 10, 22)).toEqual({
      subtotal: 100.05,
      discount: 10.01,
      taxable: 90.04,
      vat: 19.81,
      total: 109.85,
    });
  });

  it("counts a discount or a rate that was never set as 0, and no lines as nothing", () => {
    expect(documentTotals([{ qty: 2, price: 10 }], null, null).total).toBe(20);
    expect(documentTotals([], 10, 22)).toEqual({ subtotal: 0, discount: 0, taxable: 0, vat: 0, total: 0 });
  });
});

describe("documentFigures", () => {
  it("charges VAT by the lines' own rates, the lowest first, and the document's on the others", () => {
    const lines = [
      { qty: 1, price: 1000 },
      { qty: 10, price: 33.335, vatPct: 10 },
      { qty: 1, price: 50, vatPct: 22 },
      { qty: 2, price: 40, vatPct: 4 },
    ];
    expect(documentFigures(lines, null, 22)).toEqual({
      totals: { subtotal: 1463.35, discount: 0, taxable: 1463.35, vat: 267.54, total: 1730.89 },
      vatByRate: [
        { vatPct: 4, taxable: 80, vat: 3.2 },
        { vatPct: 10, taxable: 333.35, vat: 33.34 },
        { vatPct: 22, taxable: 1050, vat: 231 },
      ],
    });
  });

  it("spreads the discount so that the rates add up to the cent; the largest takes what is left", () => {
    const lines = [
      { qty: 1, price: 0.05, vatPct: 4 },
      { qty: 1, price: 0.05, vatPct: 10 },
      { qty: 1, price: 0.15 },
    ];
    // 10 % of 0.25 is 0.03; of the parts 0.01, 0.01 and 0.02.
    expect(documentFigures(lines, 10, 22)).toEqual({
      totals: { subtotal: 0.25, discount: 0.03, taxable: 0.22, vat: 0.03, total: 0.25 },
      vatByRate: [
        { vatPct: 4, taxable: 0.04, vat: 0 },
        { vatPct: 10, taxable: 0.04, vat: 0 },
        { vatPct: 22, taxable: 0.14, vat: 0.03 },
      ],
    });
  });

  it("gives the cents that are left to the lowest rate of those that charge as much", () => {
    const lines = [
      { qty: 1, price: 10.05 },
      { qty: 1, price: 10.05, vatPct: 10 },
    ];
    // 10 % of 20.10 is 2.01; of each part 1.01.
    expect(documentFigures(lines, 10, 22).vatByRate.map(({ taxable }) => taxable)).toEqual([9.05, 9.04]);
  });

  it("adds up for any prices, rates and discounts", () => {
    for (let n = 1; n <= 300; n += 1) {
      const lines = Array.from({ length: 1 + (n % 9) }, (_, i) => ({
        qty: ((n * 7 + i * 13) % 40) / 4 - 1,
        price: ((n * 331 + i * 977) % 100_000) / 1000,
        ...(i % 3 ? { vatPct: [4, 5, 10, 22][(n + i) % 4] as number } : {}),
      }));
      const { totals, vatByRate } = documentFigures(lines, n % 101, [22, 10, null][n % 3] as number | null);
      expect(sum(vatByRate.map(({ taxable }) => taxable))).toBe(totals.taxable);
      expect(sum(vatByRate.map(({ vat }) => vat))).toBe(totals.vat);
      expect(sum([totals.subtotal, -totals.discount])).toBe(totals.taxable);
    }
  });

  it("is nothing at no rate where there are no lines", () => {
    expect(documentFigures([], 10, 22).vatByRate).toEqual([]);
  });
});

describe("costs of safety", () => {
  it("are out of the discount, and within the subtotal", () => {
    const lines = [
      { qty: 1, price: 1000 },
      { qty: 1, price: 33.33, safety: true },
    ];
    expect(documentTotals(lines, 10, 22)).toEqual({
      subtotal: 1033.33,
      safety: 33.33,
      discount: 100,
      taxable: 933.33,
      vat: 205.33,
      total: 1138.66,
    });
  });

  it("are named in the totals only where there are any", () => {
    expect(documentTotals([{ qty: 1, price: 1 }], 10, 22)).not.toHaveProperty("safety");
    expect(documentTotals([{ qty: 1, price: 0, safety: true }], 10, 22).safety).toBe(0);
  });

  it("leave the parts of any document adding up to its whole, each rate's share of the discount its own", () => {
    const random = new Random(20261123);
    for (let round = 0; round < volume(200, 5_000); round++) {
      const lines = Array.from({ length: random.below(9) }, () => ({
        qty: Number((random.next() * 100).toFixed(2)),
        price: Number(((random.next() - 0.1) * 1000).toFixed(3)),
        ...(random.next() < 0.5 ? { vatPct: random.of([4, 10, 22]) } : {}),
        ...(random.next() < 0.3 ? { safety: true } : {}),
      }));
      const discountPct = Number((random.next() * 100).toFixed(2));
      const { totals, vatByRate } = documentFigures(lines, discountPct, 22);
      const amounts = (safety: boolean): number =>
        sum(lines.filter((line) => !!line.safety === safety).map(({ qty, price }) => amountEuro(qty, price)));
      expect(totals.safety ?? 0).toBe(amounts(true));
      expect(totals.subtotal).toBe(sum([amounts(true), amounts(false)]));
      const discount = new Big(amounts(false)).times(String(discountPct)).div(100).round(2, Big.roundHalfUp).toNumber();
      expect(totals.discount + 0).toBe(discount + 0);
      expect(totals.taxable).toBe(sum([totals.subtotal, -totals.discount]));
      expect(sum(vatByRate.map(({ taxable }) => taxable))).toBe(totals.taxable);
      expect(sum(vatByRate.map(({ vat }) => vat))).toBe(totals.vat);
      for (const { vatPct, taxable } of vatByRate) {
        const own = lines.filter((line) => (line.vatPct ?? 22) === vatPct);
        if (own.every(({ safety }) => safety))
          expect(taxable).toBe(sum(own.map(({ qty, price }) => amountEuro(qty, price))));
      }
    }
  });
});
