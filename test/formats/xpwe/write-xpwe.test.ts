import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { type BillNode, computeBill, flattenLines } from "../../../src/domain/bill/bill.js";
import { readXpwe } from "../../../src/formats/xpwe/read-xpwe.js";
import { shortDescription, writeXpwe } from "../../../src/formats/xpwe/write-xpwe.js";
import { Random } from "../../support/random.js";

const sample = readFileSync(new URL("../../../docs/samples/computo-sintetico.xpwe", import.meta.url));
const written = (nodes: BillNode[], quantityDecimals: number | null = null) =>
  writeXpwe({ name: "Prova", nodes: computeBill(nodes, quantityDecimals).nodes, quantityDecimals });
const again = (nodes: BillNode[], quantityDecimals: number | null = null) =>
  readXpwe(Buffer.from(written(nodes, quantityDecimals)));

describe("a bill written as XPWE", () => {
  it("is read as it was: the sample, through and back", () => {
    const first = readXpwe(sample);
    const { nodes } = computeBill(first.nodes, first.quantityDecimals);
    const second = readXpwe(Buffer.from(writeXpwe({ ...first, nodes, name: first.name ?? "" })));
    expect(second).toEqual(first);
  });

  it("has one price item for all lines of the same price", () => {
    const line = { type: "line", code: "A", desc: "uno", unit: "m", price: 3, qty: 2 } as const;
    const xml = written([line, { ...line, qty: 5 }, { ...line, price: 4 }]);
    expect(xml.match(/<EPItem /g)).toHaveLength(2);
  });

  it("joins what lies deeper than three levels into one title", () => {
    const line: BillNode = { type: "line", desc: "uno", unit: "m", price: 1, qty: 1 };
    const nested = ["e", "d", "c", "b", "a"].reduce<BillNode[]>(
      (children, title) => [{ type: "section", title, children }],
      [line],
    );
    expect(again(nested).nodes).toEqual([
      {
        type: "section",
        title: "a",
        children: [
          { type: "section", title: "b", children: [{ type: "section", title: "c - d - e", children: [line] }] },
        ],
      },
    ]);
  });

  it("keeps sections of the same title apart, and the lines between them in their order", () => {
    const line = (desc: string): BillNode => ({ type: "line", desc, unit: "m", price: 1, qty: 1 });
    const nodes: BillNode[] = [
      line("a"),
      { type: "section", title: "T", children: [line("b"), { type: "section", title: "U", children: [line("c")] }] },
      { type: "section", title: "T", children: [line("d")] },
      line("e"),
    ];
    expect(again(nodes).nodes).toEqual(nodes);
  });

  it("keeps the lines of a third section in their order around a deeper one", () => {
    const line = (desc: string): BillNode => ({ type: "line", desc, unit: "m", price: 1, qty: 1 });
    const section = (title: string, ...children: BillNode[]): BillNode => ({ type: "section", title, children });
    const deep = section("d", line("3"), section("e", line("4")), line("5"));
    const third = section("c", line("1"), line("2"), deep, line("6"), line("7"), section("f"), line("8"));
    const read = again([section("a", section("b", third, section("c", line("9"))), line("10"))]).nodes;
    expect(flattenLines(computeBill(read).nodes).map(({ node }) => node.desc)).toEqual([
      "1",
      "2",
      "3",
      "4",
      "5",
      "6",
      "7",
      "8",
      "9",
      "10",
    ]);
    const inner = read[0]?.children?.[0]?.children ?? [];
    expect(inner.map(({ title, children }) => [title, children?.length])).toEqual([
      ["c", 2],
      ["c - d", 1],
      ["c - d - e", 1],
      ["c - d", 1],
      ["c", 3],
      ["c", 1],
    ]);
  });

  it("leaves out what XML can't hold", () => {
    const [line] = again([
      { type: "line", desc: "a\u0000b\u001f\ud800c <&> d\r\ne", unit: "m", price: 1, qty: 1 },
    ]).nodes;
    expect(line?.desc).toBe("abc <&> d\r\ne");
  });

  it("states the decimals of its quantities", () => {
    const nodes: BillNode[] = [{ type: "line", desc: "a", unit: "t", price: 1, measurements: [{ count: 1.2345 }] }];
    expect(again(nodes, 3)).toMatchObject({ quantityDecimals: 3, totalInFile: 1.24, warnings: [] });
  });

  it("is read without a warning where a quantity that isn't measured has more decimals", () => {
    const { nodes, warnings } = again([{ type: "line", desc: "uno", unit: "m", price: 45.005, qty: 3.335 }]);
    expect([nodes, warnings]).toEqual([[expect.objectContaining({ qty: 3.335 })], []]);
  });

  it("has no prices where they are to be filled in", () => {
    const { nodes } = computeBill([{ type: "line", price: 12.5, qty: 1 }]);
    const xml = writeXpwe({ name: "a", nodes }, { prices: false });
    expect(xml).not.toContain("12.5");
  });

  it("counts what repeats lines, deductions and partials as the bill does", () => {
    const { nodes } = readXpwe(sample);
    const xml = written(nodes);
    expect(xml).toContain("<Quantita>31.70</Quantita><Flags>32768</Flags>");
    expect(xml).toContain("<Quantita>31.70</Quantita><Flags>2</Flags>");
    expect(xml).toContain("<Quantita>-2.52</Quantita><Flags>1</Flags>");
  });
});

describe("the short form of a description", () => {
  it("shows its beginning and its end", () => {
    expect(shortDescription(`${"a".repeat(100)}${"b".repeat(100)}`)).toBe(`${"a".repeat(58)} ... ${"b".repeat(58)}`);
    expect(shortDescription("breve")).toBe("breve");
  });
});

describe("any bill", () => {
  it("has the same total and the same lines when its XPWE is read", () => {
    for (let seed = 1; seed <= 40; seed++) {
      const numbers = new Random(seed);
      const random = (below: number) => numbers.below(below);
      const measurement = (at: number) => ({
        count: random(3) - 1,
        ...(random(2)
          ? { lengthExpression: `0.${random(90)}+0,${random(9)}(2-0,25)` }
          : { length: random(1_000) / 1_000 }),
        ...(random(4) === 0 ? { negative: true } : {}),
        ...(at > 0 && random(4) === 0 ? { sameAs: { line: random(at) } } : {}),
      });
      let lines = 0;
      const node = (level: number): BillNode =>
        level < 6 && random(5 - Math.min(level, 3)) === 0
          ? {
              type: "section",
              title: `S${random(9)}`,
              children: Array.from({ length: random(4) }, () => node(level + 1)),
            }
          : {
              type: "line",
              desc: `voce ${random(5)}`,
              unit: "m",
              price: random(10_000) / 100,
              measurements: Array.from(
                { length: 1 + random(3) },
                (
                  (at) => () =>
                    measurement(at)
                )(lines++),
              ),
            };
      const nodes = Array.from({ length: 12 }, () => node(0));
      const before = computeBill(nodes);
      const read = again(nodes);
      const after = computeBill(read.nodes);
      expect([after.total, read.totalInFile, read.warnings]).toEqual([before.total, before.total, []]);
      const figures = (bill: typeof before) =>
        flattenLines(bill.nodes).map(({ quantity, amount, node }) => [node.desc, quantity, amount]);
      expect(figures(after)).toEqual(figures(before));
    }
  });
});
