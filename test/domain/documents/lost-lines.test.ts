import { describe, expect, it } from "@jest/globals";
import { type BillNode, computeBill } from "../../../src/domain/bill/bill.js";
import { losesLines, losesNodes } from "../../../src/domain/documents/lost-lines.js";
import type { LineItem } from "../../../src/domain/documents/revision.js";

const line = (desc: string, extra: Partial<BillNode> = {}): BillNode => ({ type: "line", desc, qty: 1, ...extra });
const section = (title: string, ...children: BillNode[]): BillNode => ({ type: "section", title, children });
const before = [section("A", line("a"), line("b", { measurements: [{ count: 2 }] })), line("c"), line("c")];
const loses = (...after: BillNode[]): boolean => losesNodes(computeBill(before).nodes, computeBill(after).nodes);

describe("losesNodes", () => {
  it("finds nothing lost where lines stay, move or are added", () => {
    const [a, c, d] = before as [BillNode, BillNode, BillNode];
    expect(loses(...before)).toBe(false);
    expect(loses(c, line("new"), a, d)).toBe(false);
    expect(loses(line("new"), section("A", line("b", { measurements: [{ count: 2 }] })), line("a"), c, d)).toBe(false);
  });

  it("finds what is gone, says something else, or doesn't occur as often", () => {
    const [a, c] = before as [BillNode, BillNode];
    expect(loses(a, c)).toBe(true);
    expect(loses(section("B", ...(a.children ?? [])), c, c)).toBe(true);
    expect(loses(section("A", line("a"), line("b", { measurements: [{ count: 3 }] })), c, c)).toBe(true);
    expect(loses(section("A", line("a", { note: "x" }), ...(a.children ?? []).slice(1)), c, c)).toBe(true);
    expect(loses()).toBe(true);
  });

  it("doesn't count what the bill computes", () => {
    expect(losesNodes(computeBill(before).nodes, before)).toBe(false);
  });
});

describe("losesLines", () => {
  const [a, b] = ["a", "b"].map((desc) => ({ desc, unit: "m²", qty: 1, price: 10 })) as [LineItem, LineItem];

  it("finds a line that doesn't occur as often, and none that has moved", () => {
    expect(losesLines([a, a, b], [a, b])).toBe(true);
    expect(losesLines([a, a, b], [b, a, a, b])).toBe(false);
  });
});
