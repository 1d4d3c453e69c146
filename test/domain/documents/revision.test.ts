import { describe, expect, it } from "@jest/globals";
import { canonicalJson, isPrintable, maxPrinted } from "../../../src/domain/documents/revision.js";
import { foundBy, line, quote } from "../review/sample.js";

const { items, lines, characters } = maxPrinted;
const item = { desc: "Rilievo", unit: "cad", qty: 1, price: 1, amount: 1 };
const ofText = (body: string) => ({ lineItems: [], body });
const shortestText = JSON.stringify(ofText("")).length;

describe("a revision that is too long for a PDF", () => {
  it.each([
    ["line items", { lineItems: Array(items).fill(item) }, { lineItems: Array(items + 1).fill(item) }],
    ["lines", ofText("\n".repeat(lines)), ofText("\n".repeat(lines + 1))],
    [
      "characters, of which quotation marks take two",
      ofText("x".repeat(characters - shortestText)),
      ofText(`"${"x".repeat(characters - shortestText - 1)}`),
    ],
  ])("has more %s", (_, longest, tooLong) => {
    expect([isPrintable(longest), isPrintable(tooLong)]).toEqual([true, false]);
  });

  it.each([
    ["/lineItems", { lineItems: Array(items + 1).fill(line()) }],
    ["/body", { body: "x\n".repeat(lines + 1) }],
  ])("is found with its place %s", (place, content) => {
    expect(foundBy("R33", quote(content))).toEqual([`error R33_TOO_LONG ${place}`]);
  });
});

it("is hashed as a text that depends neither on the order of its fields nor on those that are unset", () => {
  const text = '{"10":[2,1,null],"A":{"b":"è\\n","c":null},"a":true,"b":1.5}';
  expect(canonicalJson({ b: 1.5, a: true, A: { d: undefined, c: null, b: "è\n" }, "10": [2, 1, undefined] })).toBe(
    text,
  );
  expect(canonicalJson(JSON.parse(text))).toBe(text);
});
