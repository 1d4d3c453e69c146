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

it("names the first of many, and counts the others", () => {
  const lines = ["a", "b", "c", "d", "e", "a", "b", "c", "d", "e"].map(line);
  const details = writtenTwice(lines, new Set([0, 1, 2, 3, 4])).map(({ detail }) => detail);
  expect(details.map((detail) => /2 more/.test(detail))).toEqual([false, false, true]);
});

it("says nothing of the same work under two titles", () => {
  const lines = ["a", "b", "a", "b", "a"].map(line);
  const floors = [
    { title: "Piano terra", firstLine: 0, lines: 2 },
    { title: "Piano primo", firstLine: 2, lines: 2 },
  ];
  expect(writtenTwice(lines, new Set([0, 1]), floors)).toEqual([]);
  expect(writtenTwice(lines, new Set([0]), floors.slice(1))).toMatchObject([{ pointer: "/lineItems/0" }]);
});
