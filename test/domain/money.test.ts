import { describe, expect, it } from "@jest/globals";
import Big from "big.js";
import { exactProduct, exactSum } from "../../src/domain/exact-arithmetic.js";
import { amountEuro, product, sum } from "../../src/domain/money.js";
import { Random } from "../support/random.js";
import { volume } from "../support/soak.js";

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
    const random = new Random(20261121);
    const number = () => Number(((random.next() - 0.4) * 10 ** random.below(9)).toFixed(random.below(8)));
    for (let round = 0; round < volume(1_000, 20_000); round++) {
      const factors = Array.from({ length: 1 + random.below(4) }, number);
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
    expect(exactSum([0.125], 2)).toBeNull();
    expect(sum([12_345_678_901_234.56, 0.44])).toBe(12_345_678_901_235);
    expect(exactSum([1e15, 1], 2)).toBeNull();
    expect(exactProduct([0.3, 0.35], 2)).toBe(0.11);
  });
});
