import { describe, expect, it } from "@jest/globals";
import { type BillMeasurement, type BillNode, computeBill, flattenLines } from "../../../src/domain/bill/bill.js";
import { countedBy, measureLine, shownQuantity } from "../../../src/domain/bill/bill-measurements.js";
import { Random } from "../../support/random.js";
import { volume } from "../../support/soak.js";

const line = (measurements: BillMeasurement[], fields: Partial<BillNode> = {}): BillNode => ({
  type: "line",
  price: 1,
  ...fields,
  measurements,
});
const quantities = (nodes: BillNode[], decimals: number | null = null): number[] =>
  flattenLines(computeBill(nodes, decimals).nodes).map(({ quantity }) => quantity);
const quantityOf = (...rows: BillMeasurement[]): number | undefined => quantities([line(rows)])[0];
const same = (repeated: number, factor?: number): BillMeasurement => ({
  sameAs: { line: repeated, ...(factor !== undefined && { factor }) },
});

describe("an expression", () => {
  it("is evaluated, and wins over the number beside it", () => {
    expect(quantityOf({ lengthExpression: "3,20+1,15", length: 9, height: 2 })).toBe(8.7);
    expect(quantityOf({ countExpression: "2(3+4)", widthExpression: "((0.35+0.26)/2)-0.15" })).toBe(2.17);
    expect(quantityOf({ heightExpression: "4x8" })).toBe(32);
  });

  it("that no number holds whole is rounded with the row's other factors as if it were whole", () => {
    expect(quantityOf({ count: 3, lengthExpression: "1/3", width: 0.105 })).toBe(0.11);
    expect(quantities([line([{ length: 1.5, width: 0.941, heightExpression: "(2-1)/3" }])], 3)).toEqual([0.471]);
    expect(quantityOf({ count: 9, lengthExpression: "73/9", width: 0.005 })).toBe(0.37);
    const large = { count: 26, lengthExpression: "496/22", width: 1954, height: 9484 };
    expect(quantities([line([large])], 3)).toEqual([10_862_966_702.545]);
  });

  it("that is blank counts as none", () => {
    expect(quantityOf({ lengthExpression: " ", length: 9 })).toBe(9);
    expect(quantityOf({ lengthExpression: "" })).toBe(0);
  });

  it("that can't be read makes its row count 0, and is named", () => {
    const { nodes, faults } = computeBill([line([{ count: 1 }, { lengthExpression: "tre", count: 2 }])]);
    expect(faults).toEqual([{ code: "unreadable_expression", index: 0, row: 1 }]);
    expect(nodes[0]?.measurements?.[1]?.computed).toEqual({ quantity: 0, fault: "unreadable_expression" });
    expect(nodes[0]?.computed).toMatchObject({ quantity: 1 });
  });
});

describe("a row", () => {
  it("of plain numbers stays as it was sent", () => {
    const rows = [{ desc: "muro", count: 2, length: 3.5, quantity: 7, note: "x" }, { desc: "nota" }];
    expect(computeBill([line(rows)]).nodes[0]?.measurements).toEqual(rows);
  });

  it("that says more has what it counts beside it", () => {
    const { nodes } = computeBill([line([{ length: 3, negative: true, computed: { quantity: 99 } }])]);
    expect(nodes[0]?.measurements).toEqual([{ length: 3, negative: true, computed: { quantity: -3 } }]);
  });

  it("that is a deduction takes off what it counts", () => {
    expect(quantityOf({ length: 10 }, { length: 2, height: 1.5, negative: true })).toBe(7);
    expect(quantityOf({ length: 10 }, { length: 2, negative: false })).toBe(12);
  });

  it("that is a note counts 0 whatever numbers it has", () => {
    expect(quantityOf({ length: 10 }, { length: 3, kind: "note" })).toBe(10);
  });

  it("that is a partial adds nothing, and totals the rows since the last one", () => {
    const { nodes } = computeBill([
      line([
        { length: 10.111 },
        { length: 2, negative: true },
        { kind: "partial" },
        { length: 5 },
        { kind: "partial", count: 3 },
      ]),
    ]);
    const [node] = nodes;
    expect(node?.computed).toMatchObject({ quantity: 13.11 });
    expect(node?.measurements?.map((row) => shownQuantity(row, null))).toEqual([10.11, -2, 8.11, 5, 5]);
    expect([2, 4].map((row) => node?.measurements?.[row]?.computed)).toEqual([
      { quantity: 0, runningTotal: 8.11 },
      { quantity: 0, runningTotal: 5 },
    ]);
  });

  it("that is a note or a partial repeats no line, itself neither", () => {
    for (const kind of ["note", "partial"] as const)
      expect(computeBill([line([{ length: 2 }, { ...same(0), kind }])]).faults).toEqual([]);
  });

  it.each(["count", "length", "width", "height"])(
    "with an expression of its %s has beside it what it counts",
    (name) => {
      const { nodes } = computeBill([line([{ [`${name}Expression`]: "1+2" }])]);
      expect(nodes[0]?.measurements?.[0]?.computed).toEqual({ quantity: 3 });
    },
  );

  it("that was computed counts what it counted then", () => {
    expect(countedBy({ ...same(3), computed: { quantity: 7 } }, null)).toBe(7);
  });

  it("is left as it was sent; what it counts is written into a copy", () => {
    const rows = Object.freeze([same(1), { lengthExpression: "tre" }, { length: 2 }]) as BillMeasurement[];
    const others = [line([same(0), { lengthExpression: "due" }]), line([{ lengthExpression: "uno" }])];
    const { faults } = computeBill([line(rows), ...others]);
    expect(rows).toEqual([same(1), { lengthExpression: "tre" }, { length: 2 }]);
    expect(faults.map(({ index, row, code }) => `${index}.${row} ${code}`)).toEqual([
      "0.0 circle",
      "0.1 unreadable_expression",
      "1.0 circle",
      "1.1 unreadable_expression",
      "2.0 unreadable_expression",
    ]);
  });

  it("may count more than its line, which the largest tells", () => {
    const largestOf = (...measurements: BillMeasurement[]) =>
      measureLine(
        line(measurements),
        2,
        () => 0,
        () => {},
      ).largestRow;
    expect(largestOf({ length: 5 }, { length: 7, negative: true }, { length: 1 })).toBe(7);
    expect(largestOf({ desc: "nota" })).toBe(0);
  });

  it("is rounded before it is added: ten rows of 1.005 are 10.10", () => {
    expect(quantityOf(...Array.from({ length: 10 }, () => ({ lengthExpression: "1,005" })))).toBe(10.1);
  });

  it("is rounded to the bill's own decimals", () => {
    const rows = [
      { count: 41, length: 1.23, width: 0.395 },
      { length: 0.3, width: 0.35 },
    ];
    expect(quantities([line(rows)], 3)).toEqual([20.025]);
    expect(quantities([line(rows)], 0)).toEqual([20]);
    expect(quantities([line(rows)])).toEqual([20.03]);
  });
});

describe("a repeated line", () => {
  it("counts times the factor and the row's own factors, wherever it stands", () => {
    const bill = [
      line([same(2)]),
      {
        type: "section" as const,
        title: "A",
        children: [line([{ ...same(2, 0.5), count: 3, lengthExpression: "1+1" }])],
      },
      line([{ length: 12.5 }]),
      line([{ ...same(2), negative: true }, { count: 20 }]),
    ];
    expect(quantities(bill)).toEqual([12.5, 37.5, 12.5, 7.5]);
  });

  it("counts by its qty where it has no measurements", () => {
    expect(quantities([{ type: "line", qty: 3.333 }, line([same(0, 2)])])).toEqual([3.333, 6.67]);
  });

  it("may be a deduction itself", () => {
    expect(quantities([line([{ count: -4 }]), line([same(0)]), line([{ ...same(0), negative: true }])])).toEqual([
      -4, -4, 4,
    ]);
  });

  it("that isn't there counts 0, and is named", () => {
    const { faults, nodes } = computeBill([line([{ count: 1 }, same(7), same(-1)])]);
    expect(faults).toEqual([
      { code: "missing_line", index: 0, row: 1 },
      { code: "missing_line", index: 0, row: 2 },
    ]);
    expect(nodes[0]?.computed).toMatchObject({ quantity: 1 });
  });

  it("that is too large to be counted makes no number that isn't one", () => {
    const bill = [line([{ length: 1e12, width: 1e12 }])];
    for (let at = 0; at < 100; at++) bill.push(line([same(at, 1e12)]));
    expect(quantities(bill).every(Number.isFinite)).toBe(true);
  });
});

describe("a circle", () => {
  it("counts 0 in each of its rows, and what else its lines have counts", () => {
    const bill = [line([{ count: 5 }, same(1)]), line([same(0), { count: 2 }]), line([same(0)]), line([same(3)])];
    const { faults } = computeBill(bill);
    expect(quantities(bill)).toEqual([5, 2, 5, 0]);
    expect(faults).toEqual([
      { code: "circle", index: 0, row: 1 },
      { code: "circle", index: 1, row: 0 },
      { code: "circle", index: 3, row: 0 },
    ]);
  });

  it("is told from what only leads into it, and from two that share a line", () => {
    const bill = [
      line([same(1)]),
      line([same(0), same(2), { count: 3 }]),
      line([same(0), same(4)]),
      line([same(2)]),
      line([{ count: 4 }]),
    ];
    expect(quantities(bill)).toEqual([0, 3, 4, 4, 4]);
  });
});

describe("chains of repeats", () => {
  const chainOf = (length: number): BillNode[] => [
    ...Array.from({ length: length - 1 }, (_, at) => line([same(at + 1)])),
    line([{ length: 2.5 }]),
  ];

  it("of 400 lines count what their end counts", () => {
    expect(computeBill(chainOf(400)).total).toBe(1000);
  });

  it("of thousands of lines don't end the stack, in either direction", () => {
    const count = volume(20_000, 50_000);
    expect(computeBill(chainOf(count)).total).toBe(2.5 * count);
    const backwards = [line([{ length: 2.5 }]), ...Array.from({ length: count - 1 }, (_, at) => line([same(at)]))];
    expect(computeBill(backwards).total).toBe(2.5 * count);
    const circle = Array.from({ length: count }, (_, at) => line([same((at + 1) % count)]));
    expect(computeBill(circle).faults).toHaveLength(count);
  });
});

describe("labour and safety", () => {
  it("of the sample bill are those of its golden file", () => {
    const golden: [qty: number, price: number, labourPct: number, safety?: boolean][] = [
      [15.85, 48.2, 40.5],
      [214.96, 1.85, 35],
      [29.18, 48.2, 40.5],
      [1, 250, 20, true],
      [3, 120.35, 55],
      [11.34, 59.9, 63],
    ];
    const nodes = golden.map(
      ([qty, price, labourPct, safety]): BillNode => ({
        type: "line",
        qty,
        price,
        labourPct,
        ...(safety && { safety }),
      }),
    );
    expect(computeBill([{ type: "section", title: "A", children: nodes }])).toMatchObject({
      total: 3858.45,
      computed: { labour: 1694.74, safety: 250 },
    });
  });

  it("are rounded for each line", () => {
    const cent: BillNode = { type: "line", qty: 1, price: 0.33, labourPct: 50 };
    expect(computeBill([cent, cent]).computed).toEqual({ labour: 0.34, safety: 0 });
  });

  it("are not said of a bill whose lines don't", () => {
    expect(computeBill([line([{ count: 1 }])]).computed).toBeNull();
    expect(computeBill([line([{ count: 1 }], { safety: false })]).computed).toEqual({ labour: 0, safety: 0 });
  });
});

describe("any bill", () => {
  const row = (random: Random, lines: number): BillMeasurement => ({
    ...(random.next() < 0.7 && { count: Math.round(random.between(-3, 9)) }),
    ...(random.next() < 0.5 && { length: Number(random.between(0, 20).toFixed(3)) }),
    ...(random.next() < 0.2 && { widthExpression: `${Number(random.between(0, 5).toFixed(2))}+1,5` }),
    ...(random.next() < 0.3 && same(Math.floor(random.between(-1, lines + 1)), random.of([undefined, 0.5, -1]))),
    ...(random.next() < 0.2 && { kind: random.of(["row", "note", "partial"] as const) }),
    ...(random.next() < 0.2 && { negative: true }),
  });
  const tree = (random: Random, levels: number, lines: number): BillNode[] =>
    Array.from({ length: Math.floor(random.between(0, 6)) }, () =>
      levels > 0 && random.next() < 0.4
        ? { type: "section", title: "s", children: tree(random, levels - 1, lines) }
        : line(
            Array.from({ length: Math.floor(random.between(0, 5)) }, () => row(random, lines)),
            { qty: 1.5, price: Number(random.between(0, 90).toFixed(2)) },
          ),
    );
  const cents = (euro: number): number => Math.round(euro * 100);

  it("totals its lines to the cent, each row as it says itself, and computes the same from its own answer", () => {
    for (let seed = 0; seed < volume(20, 200); seed++) {
      const sent = tree(new Random(seed), 3, 20);
      const { faults, ...bill } = computeBill(sent);
      const lines = flattenLines(bill.nodes);
      expect(cents(bill.total)).toBe(lines.reduce((total, { amount }) => total + cents(amount), 0));
      for (const { node, quantity } of lines) {
        const rows = node.measurements ?? [];
        const counted = rows.filter(({ kind }) => kind !== "partial").map((each) => cents(shownQuantity(each, null)));
        if (rows.length > 0) expect(cents(quantity)).toBe(counted.reduce((total, each) => total + each, 0));
      }
      expect(computeBill(bill.nodes)).toEqual({ ...bill, faults });
    }
  });

  it("computes the same into its own nodes, also a second time", () => {
    for (let seed = 0; seed < volume(20, 200); seed++) {
      const sent = tree(new Random(seed), 3, 20);
      const computed = JSON.stringify(computeBill(sent));
      const first = computeBill(sent, null, true);
      expect(JSON.stringify(first)).toBe(computed);
      expect(JSON.stringify(computeBill(sent, null, true))).toBe(computed);
      expect(first.nodes[0]).toBe(sent[0]);
    }
  });
});
