import { expect, it } from "@jest/globals";
import { writtenTwice } from "../../../src/domain/review/written-twice.js";

const line = (desc: string) => ({ desc, unit: "cad", qty: 1, price: 50 });
const told = (lines: string[], ...written: number[]) =>
  writtenTwice(lines.map(line), new Set(written)).map(({ pointer, detail }) => [
    pointer,
    /index (\d+):/.exec(detail)?.[1],
  ]);

it("names a line that was written again, before its twin or behind it, once for each pair", () => {
  expect(told(["a", "a", "b"], 0)).toEqual([["/lineItems/0", "1"]]);
  expect(told(["a", "b", "A "], 2)).toEqual([["/lineItems/2", "0"]]);
  expect(told(["a", "a"], 0, 1)).toEqual([["/lineItems/1", "0"]]);
  expect(told(["a", "b", "b"], 0)).toEqual([]);
  expect(told(["", ""], 0)).toEqual([]);
});

it("names the first of many", () => {
  expect(told(["a", "b", "c", "d", "a", "b", "c", "d"], 0, 1, 2, 3)).toHaveLength(3);
});
