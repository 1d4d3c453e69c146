import { describe, expect, it } from "@jest/globals";
import { type BillNode, computeBill, flattenLines } from "../../../src/domain/bill/bill.js";
import { cutKey, shortenedNodes, shortenNodes } from "../../../src/domain/bill/shortened-bill.js";

const line = (n: number, words = 10): BillNode => ({
  type: "line",
  desc: `${n} ${"voce ".repeat(words)}`,
  qty: 1,
  price: 1,
});
const lines = (count: number, words?: number) => Array.from({ length: count }, (_, n) => line(n, words));
const section = (title: string, children: BillNode[]): BillNode => ({ type: "section", title, children });
const sizeOf = (value: unknown): number => JSON.stringify(value).length;

describe("a shortened bill", () => {
  const bills: [string, BillNode[]][] = [
    ["of lines alone", lines(500)],
    ["of one section", [section("Opere", lines(500))]],
    ["of many sections", Array.from({ length: 60 }, (_, n) => section(`Capitolo ${n}`, lines(20)))],
    ["of more sections than can be named", Array.from({ length: 900 }, (_, n) => section(`Capitolo ${n}`, lines(2)))],
    ["with sections in sections", [section("A", [section("B", lines(300)), line(0)]), section("C", lines(9)), line(1)]],
    ["with a line that is too long alone", [line(0, 5_000), line(1)]],
  ];

  it.each(bills)("%s has whole lines, fits, and can't be taken for the whole", (_, nodes) => {
    const stored = computeBill(nodes).nodes;
    const shown = shortenNodes(stored, 10_000);
    expect(sizeOf(shown)).toBeLessThanOrEqual(10_000);
    expect(shown.every((node) => cutKey in node)).toBe(true);
    const whole = new Set(flattenLines(stored).map(({ node }) => JSON.stringify(node)));
    for (const { node } of flattenLines(shown)) {
      const { [cutKey]: _, ...kept } = node;
      expect(whole).toContain(JSON.stringify(kept));
    }
    expect(shortenedNodes(shown, "/lines").length).toBeGreaterThanOrEqual(shown.length);
  });

  it("names all sections as long as there is room, and fills the first", () => {
    const shown = shortenNodes(computeBill(bills[2]?.[1] ?? []).nodes, 12_000);
    expect(shown.map(({ title }) => title)).toEqual(Array.from({ length: 60 }, (_, n) => `Capitolo ${n}`));
    expect(shown[0]?.children).toHaveLength(20);
    expect(shown.at(-1)).toEqual({
      type: "section",
      title: "Capitolo 59",
      children: [],
      computed: { total: 20 },
      [cutKey]: "20 lines left out",
    });
  });
});
