import { describe, expect, it } from "@jest/globals";
import Big from "big.js";
import { exactProduct, exactSum } from "../../src/domain/exact-arithmetic.js";
import { amountEuro, documentTotals, product, sum } from "../../src/domain/money.js";

describe("amountEuro", () => {
  it("rounds half away from zero, in decimal", () => {
    expect(amountEuro(1.005, 1)).toBe(1.01);
    expect(amountEuro(-1.005, 1)).toBe(-1.01);
    expect(amountEuro(3, 0.335)).toBe(1.01);
    expect(amountEuro(0.1, 0.2)).toBe(0.02);
    expect(amountEuro(1.2345678, 1000)).toBe(1234.57);
    expect(amountEuro(8.6300000000000008, 100)).toBe(863);
    expect(amountEuro(1e12, 99999.99)).toBe(9.999999e16);
  });
});

describe("product and sum", () => {
  it("agree with decimal arithmetic on numbers of every size", () => {
    let seed = 20261121;
    const random = () => {
      seed = (seed * 48271) % 2147483647;
      return seed / 2147483647;
    };
    const number = () => Number(((random() - 0.4) * 10 ** Math.floor(random() * 9)).toFixed(Math.floor(random() * 8)));
    for (let round = 0; round < 5000; round++) {
      const factors = Array.from({ length: 1 + Math.floor(random() * 4) }, number);
      const expected = factors
        .reduce((result, factor) => result.times(String(factor)), new Big(1))
        .round(2, 1)
        .toNumber();
      expect(product(factors, 2) + 0).toBe(expected + 0);
      const cents = factors.map((factor) => Math.round(factor * 100) / 100);
      expect(sum(cents) + 0).toBe(
        cents.reduce((total, amount) => total.plus(String(amount)), new Big(0)).toNumber() + 0,
      );
    }
  });

  it("leave to the decimal library what plain numbers can't hold", () => {
    expect(exactProduct([123456789.12, 123456789.12], 2)).toBeNull();
    expect(exactProduct([0.1234567], 2)).toBeNull();
    expect(exactProduct([Number.NaN], 2)).toBeNull();
    expect(exactSum([0.125])).toBeNull();
    expect(exactSum([1e15, 1])).toBeNull();
    expect(exactProduct([0.3, 0.35], 2)).toBe(0.11);
  });
});

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
