import { describe, expect, it } from "@jest/globals";
import { holdsText, someOccurrence } from "../../../src/domain/text/occurrences.js";

const placesOf = (wanted: string, text: string): number[] => {
  const places: number[] = [];
  someOccurrence(wanted, text, (at) => {
    places.push(at);
    return false;
  });
  return places;
};

describe("occurrences", () => {
  it("are all found, also where they overlap", () => {
    expect(placesOf("aba", "ababa aba")).toEqual([0, 2, 6]);
    expect(placesOf("aab", "aaab aab")).toEqual([1, 5]);
    expect(placesOf("abcabd", "abcabcabd")).toEqual([3]);
    expect(placesOf("b", "aaa")).toEqual([]);
    expect(placesOf("aaa", "aa")).toEqual([]);
  });

  it("are those that a plain search finds, in any texts of two letters", () => {
    for (let n = 0; n < 2_000; n++) {
      const text = (n * 2654435761).toString(2);
      const wanted = (n % 61).toString(2);
      const plain = [...text].flatMap((_, at) => (text.startsWith(wanted, at) ? [at] : []));
      expect({ text, wanted, places: placesOf(wanted, text) }).toEqual({ text, wanted, places: plain });
    }
  });

  it("are there where a plain search finds one, of no text as well", () => {
    for (const [text, wanted] of ["", "a", "ab", "aab", "aabaab"].flatMap((one) =>
      ["", "b", "aab"].map((w) => [one, w]),
    ))
      expect({ text, wanted, held: holdsText(text as string, wanted as string) }).toEqual({
        text,
        wanted,
        held: text?.includes(wanted as string),
      });
  });

  it("end at the first that passes the test", () => {
    const seen: number[] = [];
    const passes = (at: number) => seen.push(at) === 2;
    expect(someOccurrence("a", "aaaa", passes)).toBe(true);
    expect(seen).toEqual([0, 1]);
  });
});
