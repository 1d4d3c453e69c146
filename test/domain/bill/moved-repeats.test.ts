import { describe, expect, it } from "@jest/globals";
import { type BillMeasurement, type BillNode, computeBill, flattenLines } from "../../../src/domain/bill/bill.js";
import { withoutLines, withRepeatsMoved } from "../../../src/domain/bill/moved-repeats.js";

const line = (...measurements: BillMeasurement[]): BillNode => ({ type: "line", measurements });
const stored = (...nodes: BillNode[]): BillNode[] => computeBill(nodes).nodes;
const quantities = (nodes: BillNode[]): number[] =>
  flattenLines(computeBill(nodes).nodes).map(({ quantity }) => quantity);

describe("withRepeatsMoved", () => {
  it("lets rows say the new index of the line that they repeat", () => {
    const nodes = [line({ sameAs: { line: 1, factor: 2 } }), line({ count: 3 })];
    expect(withRepeatsMoved(nodes, (index) => index + 4)[0]?.measurements).toEqual([
      { sameAs: { line: 5, factor: 2 } },
    ]);
    expect(nodes[0]?.measurements).toEqual([{ sameAs: { line: 1, factor: 2 } }]);
  });

  it("leaves lines without repeats as they are", () => {
    const nodes = [line({ count: 3 })];
    expect(withRepeatsMoved(nodes, (index) => index + 1)[0]).toBe(nodes[0]);
  });
});

describe("withoutLines", () => {
  it("keeps what rows counted that repeated a deleted line, with all their factors", () => {
    const nodes = stored(
      line({ count: 3, length: 1.115 }),
      line({ desc: "come sopra", sameAs: { line: 0, factor: 0.5 }, count: 4, length: 1.5 }),
      line({ sameAs: { line: 0 }, countExpression: "1+1", negative: true }),
      line({ sameAs: { line: 1 } }),
    );
    const { nodes: left, ended } = withoutLines(nodes, new Set([0]));
    expect(quantities(withRepeatsMoved(left, (index) => index - 1))).toEqual(quantities(nodes).slice(1));
    expect(left[0]?.measurements).toEqual([{ desc: "come sopra", count: 6.7, length: 1.5 }]);
    expect(left[1]?.measurements).toEqual([{ count: 6.7, negative: true }]);
    expect(left[2]?.measurements?.[0]?.sameAs).toEqual({ line: 1 });
    expect(ended).toEqual([
      { index: 1, row: 0, deleted: 0 },
      { index: 2, row: 0, deleted: 0 },
    ]);
  });

  it("keeps a row that can't be read, which counts nothing, as it is written", () => {
    const nodes = stored(line({ count: 3 }), line({ sameAs: { line: 0 }, countExpression: "2+" }));
    const { nodes: left } = withoutLines(nodes, new Set([0]));
    expect(left[0]?.measurements).toEqual([{ countExpression: "2+" }]);
    expect(quantities(left)).toEqual([0]);
  });

  it("names no rows of lines that are deleted with the line that they repeat", () => {
    const nodes = stored(line({ count: 3 }), line({ sameAs: { line: 0 } }), line({ sameAs: { line: 1 } }));
    const { nodes: left, ended } = withoutLines(nodes, new Set([0, 1]));
    expect(ended).toEqual([{ index: 2, row: 0, deleted: 1 }]);
    expect(quantities(left)).toEqual([3]);
  });
});
