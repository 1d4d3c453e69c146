import { describe, expect, it } from "@jest/globals";
import {
  type BillLine,
  type BillNode,
  billLimits,
  computeBill,
  flattenLines,
  type LineFigures,
  lineFingerprint,
  maxBillNodes,
} from "../../../src/domain/bill/bill.js";

const line = (fields: Partial<BillNode> = {}): BillNode => ({ type: "line", ...fields });
const section = (title: string, children?: BillNode[]): BillNode => ({
  type: "section",
  title,
  ...(children && { children }),
});
const nested = (levels: number, innermost: BillNode = line({ qty: 1, price: 1 })): BillNode[] => {
  let nodes = [innermost];
  for (let level = 1; level < levels; level++) nodes = [section(`livello ${levels - level}`, nodes)];
  return nodes;
};
const figuresOf = (node: BillNode): LineFigures => {
  const { quantity, unitPrice, amount } = flattenLines(computeBill([node]).nodes)[0] as LineFigures;
  return { quantity, unitPrice, amount };
};

describe("the figures of a line", () => {
  it("rounds each measurement half away from zero before adding, as PriMus does", () => {
    expect(figuresOf(line({ measurements: [{ length: 0.3, width: 0.35 }] })).quantity).toBe(0.11);
    expect(figuresOf(line({ measurements: [{ count: 41, length: 1.23, width: 0.395 }] })).quantity).toBe(19.92);
    expect(figuresOf(line({ measurements: Array(10).fill({ length: 1.005 }) })).quantity).toBe(10.1);
    expect(figuresOf(line({ measurements: [{ count: -1, length: 0.3, width: 0.35 }] })).quantity).toBe(-0.11);
  });

  it("takes a missing factor as 1, no factor as 0 and a negative one as a deduction", () => {
    const measurements = [
      { desc: "parete nord", count: 2, length: 7.1, height: 2.7 },
      { desc: "nota: vedi tavola 3" },
      { desc: "a dedurre porta", count: -1, length: 0.9, height: 2.1 },
      { desc: "annullata", count: 0, length: 4 },
    ];
    expect(figuresOf(line({ measurements })).quantity).toBe(36.45);
  });

  it("uses qty only where there are no measurements", () => {
    expect(figuresOf(line({ qty: 3, measurements: [{ length: 2 }] })).quantity).toBe(2);
    expect(figuresOf(line({ qty: 3, measurements: [] })).quantity).toBe(3);
    expect(figuresOf(line({ qty: 1.23456 })).quantity).toBe(1.23456);
    expect(figuresOf(line()).quantity).toBe(0);
  });

  it("prices with price, else listPrice, else 0", () => {
    expect(figuresOf(line({ qty: 2, price: 10, listPrice: 12 }))).toEqual({ quantity: 2, unitPrice: 10, amount: 20 });
    expect(figuresOf(line({ qty: 2, listPrice: 12 })).amount).toBe(24);
    expect(figuresOf(line({ qty: 2, price: 0, listPrice: 12 })).amount).toBe(0);
    expect(figuresOf(line({ qty: 2 })).unitPrice).toBe(0);
    expect(figuresOf(line({ qty: 1.005, price: 1 })).amount).toBe(1.01);
    expect(figuresOf(line({ qty: -1.005, price: 1 })).amount).toBe(-1.01);
  });
});

describe("computeBill", () => {
  const bill: BillNode[] = [
    line({ code: "01.A01", desc: "Scavo", unit: "m³", qty: 10, price: 12.5, labourPct: 32 }),
    section("Murature", [
      section("Piano terra", [
        line({ desc: "Tramezzi", qty: 3, price: 0.335 }),
        line({ desc: "Intonaco", qty: 2, listPrice: 7 }),
      ]),
      section("vuota", []),
      section("senza figli"),
      line({ desc: "Ponteggio", qty: 1, price: 100 }),
    ]),
    line({ desc: "Oneri", qty: 1, price: 50 }),
  ];

  it("numbers the lines depth first and totals every section", () => {
    const { nodes, total, lineCount } = computeBill(bill);
    expect({ total, lineCount }).toEqual({ total: 290.01, lineCount: 5 });
    expect(nodes[0]?.computed).toEqual({ index: 0, quantity: 10, unitPrice: 12.5, amount: 125 });
    expect(nodes[1]?.computed).toEqual({ total: 115.01 });
    expect(nodes[1]?.children?.[0]?.computed).toEqual({ total: 15.01 });
    expect(nodes[1]?.children?.[0]?.children?.map((node) => (node.computed as { index: number }).index)).toEqual([
      1, 2,
    ]);
    expect(nodes[1]?.children?.[1]).toEqual({ type: "section", title: "vuota", children: [], computed: { total: 0 } });
    expect(nodes[1]?.children?.[2]).toEqual({ type: "section", title: "senza figli", computed: { total: 0 } });
    expect(nodes[2]?.computed).toMatchObject({ index: 4, amount: 50 });
  });

  it("returns every node as sent, unknown properties included, without changing the sent one", () => {
    const before = JSON.stringify(bill);
    const { nodes } = computeBill(bill);
    const withoutComputed = JSON.parse(JSON.stringify(nodes, (key, value) => (key === "computed" ? undefined : value)));
    expect(withoutComputed).toEqual(JSON.parse(before));
    expect(JSON.stringify(bill)).toBe(before);
  });

  it("replaces a computed that was sent in, and so is the same the second time", () => {
    const once = computeBill([line({ qty: 1, price: 2, computed: { index: 9, amount: 1e9 } })]);
    expect(once.nodes[0]?.computed).toEqual({ index: 0, quantity: 1, unitPrice: 2, amount: 2 });
    expect(computeBill(computeBill(bill).nodes)).toEqual(computeBill(bill));
  });

  it("takes no lines from a line's children", () => {
    const odd = line({ qty: 1, price: 5, children: [line({ qty: 1, price: 100 })] });
    const { total, lineCount, nodes } = computeBill([odd]);
    expect({ total, lineCount }).toEqual({ total: 5, lineCount: 1 });
    expect(nodes[0]?.children).toEqual(odd.children);
    expect(flattenLines(nodes)).toHaveLength(1);
  });

  it("is empty for an empty bill", () => {
    expect(computeBill([])).toEqual({ nodes: [], total: 0, lineCount: 0, computed: null, faults: [] });
  });

  it("keeps a property named __proto__ as data", () => {
    const [node] = computeBill(JSON.parse('[{"type":"line","qty":1,"__proto__":{"price":9}}]')).nodes;
    expect(JSON.stringify(node)).toContain('"__proto__":{"price":9}');
    expect(node?.computed).toMatchObject({ amount: 0 });
  });

  it("walks 5,000 levels", () => {
    const { nodes, lineCount, total } = computeBill(nested(5000));
    expect({ lineCount, total }).toEqual({ lineCount: 1, total: 1 });
    expect(flattenLines(nodes)).toHaveLength(1);
  });
});

describe("flattenLines", () => {
  it("lists the lines under the index that computeBill gives them", () => {
    const bill = [
      section("A", [line({ desc: "a" }), section("B", [line({ desc: "b", qty: 2, price: 3 })])]),
      line({ desc: "c" }),
    ];
    const lines = flattenLines(computeBill(bill).nodes);
    expect(lines.map(({ index, node }) => [index, node.desc])).toEqual([
      [0, "a"],
      [1, "b"],
      [2, "c"],
    ]);
    expect(lines[1]).toMatchObject({ quantity: 2, unitPrice: 3, amount: 6 });
    expect(lines.every(({ index, node }) => (node.computed as { index: number }).index === index)).toBe(true);
  });
});

describe("billLimits", () => {
  it("accepts 64 levels and no more", () => {
    expect(billLimits(nested(64))).toEqual([]);
    expect(billLimits(nested(65))).toEqual([
      { pointer: `/lines/0${"/children/0".repeat(63)}/children`, detail: "must be at most 64 levels deep" },
    ]);
    expect(billLimits(nested(5000))).toHaveLength(1);
    expect(billLimits(nested(64, section("ultima", [])))).toEqual([]);
  });

  it("accepts 50,000 nodes and no more, sections included", () => {
    const lines = (count: number) => Array.from({ length: count }, () => line());
    expect(billLimits(lines(maxBillNodes))).toEqual([]);
    expect(billLimits([section("tutte", lines(maxBillNodes))])).toEqual([
      { pointer: "/lines", detail: "must hold at most 50000 nodes" },
    ]);
  });

  it("names every number that is too large", () => {
    const bill = [
      section("A", [
        line({ qty: 1e12, price: -1e13, listPrice: 1e13, measurements: [{ length: 1 }, { height: 1e300 }] }),
      ]),
    ];
    expect(billLimits(bill, "/nodes").map(({ pointer }) => pointer)).toEqual([
      "/nodes/0/children/0/price",
      "/nodes/0/children/0/listPrice",
      "/nodes/0/children/0/measurements/1/height",
    ]);
  });
});

describe("lineFingerprint", () => {
  const printOf = (node: BillNode): string => lineFingerprint(flattenLines(computeBill([node]).nodes)[0] as BillLine);
  const voce = line({ desc: "Scavo", unit: "m³", code: "01.A01", qty: 10, price: 12.5 });

  it("changes with the content of the line", () => {
    for (const change of [
      { desc: "Scavi" },
      { unit: "mc" },
      { code: "01.A02" },
      { qty: 11 },
      { price: 13 },
      { measurements: [{ length: 9 }] },
    ]) {
      expect(printOf({ ...voce, ...change })).not.toBe(printOf(voce));
    }
  });

  it("stays the same for the same content", () => {
    const same = [
      { computed: { index: 3 } },
      { note: "x" },
      { listPrice: 14 },
      { qty: 1, measurements: [{ length: 10 }] },
    ];
    for (const change of same) expect(printOf({ ...voce, ...change })).toBe(printOf(voce));
  });
});
