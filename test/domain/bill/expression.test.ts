import { describe, expect, it } from "@jest/globals";
import { evaluateExpression } from "../../../src/domain/bill/expression.js";
import { Random } from "../../support/random.js";
import { volume } from "../../support/soak.js";

describe("evaluateExpression", () => {
  it.each([
    ["3,20+1,15", 4.35],
    ["1.10+3.00+3.00", 7.1],
    ["((0.35+0.26)/2)-0.15", 0.155],
    ["4*8", 32],
    ["4x8", 32],
    ["4 X 8", 32],
    ["4×8", 32],
    ["2(3+4)", 14],
    ["(1+2)(3+4)", 21],
    ["(1+2)3", 9],
    ["12/4*3", 9],
    ["2-3-4", -5],
    ["2+3*4", 14],
    ["-3+5", 2],
    ["-2(3+4)", -14],
    ["+3", 3],
    ["3*-2", -6],
    ["12/-4/3", -1],
    ["-2*3-1", -7],
    ["-(2+3)", -5],
    ["3-(-2)", 5],
    [" 3,20 + 1,15 ", 4.35],
    [",5+.5+2.", 3],
    ["0", 0],
    ["-0,15", -0.15],
  ])("reads %s as %d", (text, value) => {
    expect(evaluateExpression(text)).toBe(value);
  });

  it.each([
    "",
    " ",
    "+",
    "3+",
    "*3",
    "()",
    "(3",
    "3)",
    ")3(",
    "3 4",
    "1.234,56",
    "1,2,3",
    ".",
    "2^3",
    "2**3",
    "1e3",
    "--3",
    "3++-2",
    "3//2",
    "1/0",
    "1/(2-2)",
    "2+1/0",
    "tre",
    "3 m",
    "=3+4",
    "NaN",
  ])("cannot read %j", (text) => {
    expect(evaluateExpression(text)).toBeNull();
  });

  it("computes in decimals", () => {
    expect(evaluateExpression("0,1+0,2")).toBe(0.3);
    expect(evaluateExpression("1.005*1000")).toBe(1005);
    expect(evaluateExpression("1/3*3")).toBe(1);
    expect(evaluateExpression(`2*0,5${"0".repeat(60)}`)).toBe(1);
  });

  it("reads 200 characters and no more", () => {
    expect(evaluateExpression(`${"1+".repeat(99)}11`)).toBe(110);
    expect(evaluateExpression(`${"1+".repeat(99)}111`)).toBeNull();
  });

  it("reads brackets as deep as 200 characters allow", () => {
    expect(evaluateExpression(`${"(".repeat(99)}7${")".repeat(99)}`)).toBe(7);
  });

  it("answers any text with a number or null", () => {
    const random = new Random(1);
    const characters = [..."0123456789.,+-*/()x× a"];
    for (let round = 0; round < volume(1_000, 20_000); round++) {
      const text = Array.from({ length: random.between(0, 40) }, () => random.of(characters)).join("");
      const value = evaluateExpression(text);
      expect(value === null || Number.isFinite(value)).toBe(true);
    }
  });

  it("agrees with ordinary arithmetic on sums, products and brackets", () => {
    const random = new Random(2);
    const tree = (depth: number): { text: string; value: number } => {
      if (depth === 0 || random.next() < 0.2) {
        const value = Math.floor(random.between(0, 100));
        return { text: String(value), value };
      }
      const [a, b] = [tree(depth - 1), tree(depth - 1)];
      const results = { "+": a.value + b.value, "-": a.value - b.value, "*": a.value * b.value };
      const operator = random.of(["+", "-", "*"] as const);
      return { text: `(${a.text}${operator}${b.text})`, value: results[operator] };
    };
    for (let round = 0; round < volume(100, 2_000); round++) {
      const { text, value } = tree(4);
      if (text.length <= 200 && Math.abs(value) < 1e15) expect(evaluateExpression(text)).toBeCloseTo(value, 6);
    }
  });
});
