import { expect, it } from "@jest/globals";
import { jsonPointer, pathOfPointer } from "../../src/domain/json-pointer.js";

it("joins keys and indexes", () => {
  expect(jsonPointer(["lines", 0, "measurements", 12, "width"])).toBe("/lines/0/measurements/12/width");
  expect(pathOfPointer("/lines/0/width")).toEqual(["lines", "0", "width"]);
});

it("is empty for the whole document", () => {
  expect(jsonPointer([])).toBe("");
});

// The examples of RFC 6901, section 5.
it.each([
  ["", "/"],
  ["a/b", "/a~1b"],
  ["c%d", "/c%d"],
  ['k"l', '/k"l'],
  [" ", "/ "],
  ["m~n", "/m~0n"],
])("writes the key %j as %j", (key, pointer) => {
  expect(jsonPointer([key])).toBe(pointer);
  expect(pathOfPointer(pointer)).toEqual([key]);
});

it("escapes a tilde before a slash, so that ~1 in a key doesn't become a slash", () => {
  expect(jsonPointer(["~1", "/0"])).toBe("/~01/~10");
  expect(pathOfPointer("/~01/~10")).toEqual(["~1", "/0"]);
});
