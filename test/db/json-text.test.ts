import { expect, it } from "@jest/globals";
import { answerText, jsonLength, jsonTexts, parseJsonColumn } from "../../src/db/json-text.js";

it("an object is written as JSON once in a commit, and anew in the next", () => {
  let count = 0;
  const counted = { toJSON: () => ++count };
  const textOf = jsonTexts();
  expect([textOf(counted), textOf(counted), jsonTexts()(counted)]).toEqual(["1", "1", "2"]);
});

it("what is no object is written as JSON", () => {
  expect([null, "a", 1.5, true].map(jsonTexts())).toEqual(["null", '"a"', "1.5", "true"]);
});

it("the length of a large value that was read is known without writing it, and that of a small one by writing it", () => {
  const unwritten = () => {
    throw new Error("written");
  };
  const large = JSON.stringify([..."abc".repeat(5_000)]);
  expect(jsonLength(parseJsonColumn(large), unwritten)).toBe(large.length);
  expect(jsonLength(parseJsonColumn('{"a": 1}'), JSON.stringify)).toBe('{"a":1}'.length);
});

it("an answer has what was stored as it was written, and everything else", () => {
  const lines = Array.from({ length: 2_000 }, (_, n) => ({ desc: `Voce ${n}` }));
  let count = 0;
  const toJSON = () => {
    count++;
    return lines;
  };
  const written = { toJSON };
  const answer = { id: "x", lines: written, at: new Date(0), none: undefined, 'a "key"': [null] };
  jsonTexts()(written);
  expect(answerText(answer)).toBe(JSON.stringify({ ...answer, lines }));
  expect(count).toBe(1);
});
