import { describe, expect, it } from "@jest/globals";
import { pageOfText } from "../../../src/domain/text/text-page.js";

describe("a page of a text", () => {
  it.each([
    ["the whole text, where it fits", "abc\n", 0, { page: "abc\n", nextOffset: null }],
    ["lines, where one ends in its second half", "uno due\ntre quattro", 0, { page: "uno due\n", nextOffset: 8 }],
    ["words, where a line is too long", "quattrocento cinquanta", 0, { page: "quattroce", nextOffset: 9 }],
    ["words up to a space", "uno due tre quattro", 0, { page: "uno due ", nextOffset: 8 }],
    ["the rest, from where the last one ended", "uno due tre quattro", 12, { page: "quattro", nextOffset: null }],
    ["whole characters", "aaaaaaaa𝄞b", 0, { page: "aaaaaaaa", nextOffset: 8 }],
    ["whole characters, wherever it begins", "a𝄞b", 2, { page: "𝄞b", nextOffset: null }],
    ["as much as its size in JSON allows", '""""""', 0, { page: '""""', nextOffset: 4 }],
    ["nothing behind the end", "abc", 7, { page: "", nextOffset: null }],
  ])("has %s", (_, text, offset, expected) => {
    expect(pageOfText(text, offset, 9)).toEqual(expected);
  });
});
