import { describe, expect, it } from "@jest/globals";
import { changeLines, changeViolations, type LineChange } from "../../../src/domain/documents/change-lines.js";
import type { LineItem } from "../../../src/domain/documents/revision.js";

const line = (desc: string, fields: Partial<LineItem> = {}): LineItem => ({
  desc,
  unit: "m²",
  qty: 1,
  price: 10,
  code: null,
  ...fields,
});
const before = ["A", "B", "C", "D"].map((desc) => line(desc));
const insert = (at: number, ...texts: string[]): LineChange => ({
  insert: at,
  lines: texts.map((text) => line(text)),
});
/** The lines after the changes by their letters, and what became of each before: `2`, `2*` where it was set, `-` where it is gone. */
const changed = (...changes: LineChange[]): string => {
  const { lines, fates, touched } = changeLines(before, changes);
  const fate = fates.map((each) => (each.state === "gone" ? "-" : `${each.index}${each.state === "same" ? "" : "*"}`));
  return `${lines.map(({ desc }) => desc).join("")} ${fate.join("")} ${[...touched].join("")}`;
};

describe("changes of lines", () => {
  it.each<[string, LineChange[], string]>([
    ["sets a line in its place", [{ at: 1, set: { desc: "x" } }], "AxCD 01*23 1"],
    ["adds lines before one", [insert(1, "x", "y")], "AxyBCD 0345 12"],
    ["adds lines at the end", [insert(4, "x")], "ABCDx 0123 4"],
    ["removes a line", [{ remove: 0 }], "BCD -012 "],
    ["moves a line up", [{ move: 3, to: 1 }], "ADBC 0231 "],
    ["moves a line down", [{ move: 0, to: 3 }], "BCAD 2013 "],
    ["moves a line to the end", [{ move: 0, to: 4 }], "BCDA 3012 "],
    ["moves a line nowhere", [{ move: 1, to: 2 }], "ABCD 0123 "],
    [
      "changes places",
      [
        { move: 0, to: 4 },
        { move: 3, to: 0 },
      ],
      "DBCA 3120 ",
    ],
    [
      "counts every index as before",
      [{ remove: 0 }, { remove: 1 }, { at: 3, set: { qty: 2 } }, insert(3, "x")],
      "CxD --02* 12",
    ],
    ["puts lines where one was removed", [{ remove: 1 }, insert(1, "x"), { move: 3, to: 1 }], "AxDC 0-32 1"],
    [
      "sets and moves the same line",
      [
        { move: 3, to: 0 },
        { at: 3, set: { desc: "x" } },
      ],
      "xABC 1230* 0",
    ],
    [
      "sets a line twice",
      [
        { at: 0, set: { desc: "x" } },
        { at: 0, set: { qty: 3 } },
      ],
      "xBCD 0*123 0",
    ],
  ])("%s", (_, changes, expected) => {
    expect(changeViolations(changes, before.length)).toEqual([]);
    expect(changed(...changes)).toBe(expected);
  });

  it("change just the fields given; an empty code and a null rate clear", () => {
    const marked = line("A", { code: "01.A", vatPct: 10, safety: true });
    const [first] = changeLines([marked], [{ at: 0, set: { price: 12 } }]).lines;
    expect(first).toEqual({ ...marked, price: 12 });
    const [second] = changeLines(
      [first as LineItem],
      [{ at: 0, set: { code: "", vatPct: null, safety: false } }],
    ).lines;
    expect(second).toEqual(line("A", { price: 12 }));
  });

  it("name each index that no line has, and each line that is to be in two places", () => {
    const changes: LineChange[] = [
      { at: 4, set: {} },
      insert(5),
      insert(-1),
      { remove: -1 },
      { move: 4, to: 5 },
      { remove: 2 },
      { move: 2, to: 0 },
      { remove: 2 },
    ];
    expect(changeViolations(changes, 4).map(({ pointer, detail }) => `${pointer} ${detail}`)).toEqual([
      "/changes/0/at must lie between 0 and 3",
      "/changes/1/insert must lie between 0 and 4",
      "/changes/2/insert must lie between 0 and 4",
      "/changes/3/remove must lie between 0 and 3",
      "/changes/4/move must lie between 0 and 3",
      "/changes/4/to must lie between 0 and 4",
      "/changes/6/move line 2 is removed already by another change",
      "/changes/7/remove line 2 is moved already by another change",
    ]);
    expect(changeViolations([{ at: 1, set: {} }, { remove: 1 }], 4)).toEqual([
      { pointer: "/changes/0/at", detail: expect.stringContaining("line 1 is removed by another change") },
    ]);
    expect(changeViolations([{ remove: 0 }], 0)[0]?.detail).toBe("the document has no lines");
  });
});
