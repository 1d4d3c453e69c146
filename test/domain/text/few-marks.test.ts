import { expect, it } from "@jest/globals";
import { withFewMarks } from "../../../src/domain/text/few-marks.js";
import { folded } from "../../../src/domain/text/folded.js";

const marked = (marks: number): string => `a${"\u0300\u0316".repeat(marks / 2)}b`;

it("keeps the marks of any writing, and no more than thirty on a letter", () => {
  expect(withFewMarks(marked(30))).toBe(marked(30));
  expect(withFewMarks(`${marked(32)}${marked(1_000)}`)).toBe(`${marked(30)}${marked(30)}`);
});

it("folds a text of nothing but marks in a time that grows with them", () => {
  const millisecondsOf = (text: string): number => {
    const start = performance.now();
    folded(text);
    return performance.now() - start;
  };
  const least = (text: string): number => Math.min(...[1, 2, 3].map(() => millisecondsOf(text)));
  expect(least(marked(40_000))).toBeLessThan(8 * least(marked(10_000)) + 5);
});
