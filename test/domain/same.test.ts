import { expect, it } from "@jest/globals";
import { same } from "../../src/domain/same.js";

it.each([
  [1, 1],
  [null, null],
  [new Date(5), new Date(5)],
  [[], []],
  [
    ["a", { x: [1, null] }],
    ["a", { x: [1, null] }],
  ],
  [
    { a: 1, b: { c: "d" } },
    { b: { c: "d" }, a: 1 },
  ],
])("%j is the same as %j", (a, b) => {
  expect(same(a, b)).toBe(true);
});

it.each([
  [1, "1"],
  [null, undefined],
  [null, {}],
  [new Date(5), new Date(6)],
  [new Date(5), {}],
  [{}, new Date(5)],
  [[], {}],
  [["a"], ["a", "b"]],
  [
    ["a", "b"],
    ["b", "a"],
  ],
  [{ a: 1 }, { a: 2 }],
  [{ a: 1 }, { b: 1 }],
  [{ a: null }, {}],
  [{ a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 3 }] } }],
])("%j is not the same as %j", (a, b) => {
  expect(same(a, b)).toBe(false);
});
