import { expect, it } from "@jest/globals";
import { placesOfNamed } from "../../../src/domain/documents/named-lines.js";

/** `b` is the print of a line; `b*` in what is named: it had changed already. A quote's is `offer:content`, or `offer:content:content at any price`. */
const placesOf = (named: [index: number | null, print: string][], now: string): (number | null | undefined)[] => {
  const lines = named.map(([index, print], n) => ({
    linkId: String(n),
    recordId: "r",
    index,
    print: print === "" ? null : print.replace("*", ""),
    isStale: print.endsWith("*"),
  }));
  const places = placesOfNamed(lines, new Map([["r", now.split(" ")]]));
  return lines.map(({ linkId }) => places.get(linkId));
};
const all = (text: string) => text.split(" ").map((print, index): [number, string] => [index, print]);

it.each([
  ["stays", "a b c", "a b c", [0, 1, 2]],
  ["follows what is put in before it", "a b c", "n a b c", [1, 2, 3]],
  ["follows what is put in between", "a b c", "a n b c", [0, 2, 3]],
  ["goes where it is gone", "a b c", "a c", [0, undefined, 1]],
  ["is found where it was moved", "a b c", "c a b", [1, 2, 0]],
  ["stays where it was changed in place", "a b c", "a x c", [0, 1, 2]],
  ["stays where it was the last that changed", "a b c", "a b x", [0, 1, 2]],
  ["is left out where it changed and something was put in beside it", "a b c", "a x n c", [0, undefined, 3]],
  ["is left out where it changed after something was put in", "a b c", "n a b x", [1, 2, undefined]],
  ["keeps the order of its equals", "a a b", "n a a b", [1, 2, 3]],
  ["stays among more of its equals", "a a", "a a a", [0, 1]],
  ["had changed before, and follows its neighbours", "a b* c", "n a x c", [1, 2, 3]],
  ["had changed before, and isn't found in its equal", "a b*", "a x b", [0, 1]],
  ["had changed before, and isn't where another was moved", "a b* c d", "a d c", [0, undefined, 2, 1]],
  ["had changed before, and is gone from the end", "a b*", "a", [0, undefined]],
  ["had another price before, and is known by what it offers", "a:1* b:1* c:1*", "n:1 a:2 b:2 c:2", [1, 2, 3]],
  ["had another price before, and isn't found in its equal", "a:1 b:1*", "a:1 b:2 b:1", [0, 1]],
  ["had another price before, and is known beside its equal", "a:1:1* b:1:1", "a:1:1 a:2:1 b:1:1", [1, 2]],
  ["is known by what it offers", "a:1 b:1 c:1", "n:1 a:1 b:2 m:1 c:1", [1, 2, 4]],
  ["is known by what it offers, beside another of the same that stays", "a:1 a:2", "a:1 n:1 a:3", [0, 2]],
])("a named line %s", (_, before, now, places) => expect(placesOf(all(before), now)).toEqual(places));

it("a line that had changed isn't found in one that another link knows unchanged", () => {
  const line = { linkId: "gone", recordId: "r", index: 0, print: "a:1", isStale: true };
  const standing = { linkId: "there", recordId: "r", index: 1, print: "a:2", isStale: false };
  const placesBeside = (others: (typeof standing)[]) => placesOfNamed([line], new Map([["r", ["b:1", "a:2"]]]), others);
  expect(placesBeside([])).toEqual(new Map([["gone", 1]]));
  expect(placesBeside([standing])).toEqual(new Map([["gone", 0]]));
});

it("a line of which others are named with it, or nothing is known, stands by its neighbours", () => {
  expect(
    placesOf(
      [
        [0, "a"],
        [1, "x"],
        [1, "b"],
        [2, ""],
        [3, "d"],
        [null, ""],
      ],
      "n a b c d",
    ),
  ).toEqual([1, 2, 2, 3, 4, null]);
});

it("of several equal lines of which not all were named, the one between the same neighbours is meant", () => {
  expect(
    placesOf(
      [
        [0, "a"],
        [2, "b"],
        [3, "c"],
      ],
      "n a b b c",
    ),
  ).toEqual([1, 3, 4]);
});
