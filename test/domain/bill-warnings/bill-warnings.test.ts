import { describe, expect, it } from "@jest/globals";
import { type BillNode, computeBill } from "../../../src/domain/bill/bill.js";
import { billWarnings } from "../../../src/domain/bill-warnings/bill-warnings.js";
import { WarningCollector } from "../../../src/domain/bill-warnings/collector.js";
import { briefly, good, warningsOf } from "./warned.js";

describe("units", () => {
  it("that aren't in use are named, with what is near", () => {
    expect(warningsOf([{ ...good, unit: "mqq" }])).toMatchObject([
      { code: "unknown_unit", pointer: "/lines/0/unit", suggestion: 'Did you mean "mq"?' },
    ]);
    expect(
      briefly([
        { ...good, unit: "" },
        { ...good, desc: "x", unit: undefined },
      ]),
    ).toEqual([]);
  });
});

describe("a percentage as a unit", () => {
  it("counts as any other, which is named where the quantity is no share", () => {
    const share = { ...good, unit: "%", qty: 5, price: 12_000 };
    expect(warningsOf([share])).toMatchObject([
      {
        code: "percent_unit",
        pointer: "/lines/0/unit",
        detail: expect.stringContaining("its amount is quantity × price, 5 × 12000 = 60000 euro."),
        suggestion: "If 5 % of 12000 euro is meant, write it as quantity 0.05.",
      },
    ]);
    expect(briefly([{ ...share, qty: 0.05 }])).toEqual([]);
    expect(briefly([{ ...share, qty: 0.005, desc: "Ritenuta di garanzia 0,5%" }])).toEqual([]);
  });

  it("is named below 1 too, where the description names it as that percentage", () => {
    const retained = { ...good, desc: "Ritenuta di garanzia 0,50 %", unit: "%", qty: -0.5, price: 12_000 };
    expect(warningsOf([retained])).toMatchObject([
      { code: "percent_unit", suggestion: "If -0.5 % of 12000 euro is meant, write it as quantity -0.005." },
    ]);
  });
});

describe("shares of labour", () => {
  it("are percentages, which is said where none is as much as one", () => {
    const shared = (labourPct: number, index: number) => ({ ...good, desc: `Scavo ${index}`, labourPct });
    expect(warningsOf([0, 0.35, 0.6].map(shared))).toEqual([
      {
        code: "labour_fraction",
        pointer: "/lines/1/labourPct",
        detail: "The largest labourPct of the bill is 0.6, which means 0.6 %.",
        suggestion: "If 60 % is meant, write it so, and the others likewise.",
      },
    ]);
    for (const right of [[0, 0], [0.35, 35], [1]]) expect(warningsOf(right.map(shared))).toEqual([]);
  });
});

describe("what a printed bill has below its lines", () => {
  const work = (price: number, desc = `Lavorazione ${price}`) => ({ ...good, desc, unit: "m³", qty: 1, price });

  it("is a total, which counts twice as a line", () => {
    const sections = [1, 2].map((floor) => ({
      type: "section",
      title: `Piano ${floor}`,
      children: [work(100 * floor), work(50), work(100 * floor + 50, "Totale piano")],
    }));
    expect(
      warningsOf([...sections, work(400, "TOTALE GENERALE")]).map(({ pointer, detail }) => [pointer, detail]),
    ).toEqual([
      [
        "/lines/0/children/2/desc",
        'Line 2 ("Totale piano") repeats the sum of the lines above it, 150 euro, which count twice so.',
      ],
      [
        "/lines/1/children/2/desc",
        'Line 5 ("Totale piano") repeats the sum of the lines above it, 250 euro, which count twice so.',
      ],
      [
        "/lines/2/desc",
        'Line 6 ("TOTALE GENERALE") repeats the sum of the lines above it, 400 euro, which count twice so.',
      ],
    ]);
    expect(briefly([work(100), work(50), work(150, "TOTALE")])).toEqual(["total_line /lines/2/desc"]);
    expect(briefly([work(100), work(50), work(150, "Posa")])).toEqual([]);
  });

  it("is VAT, which a bill doesn't have", () => {
    expect(briefly([work(100), work(22, "IVA 22%")])).toEqual(["total_line /lines/1/desc"]);
    expect(briefly([work(100), work(22, "IVA agevolata: pratica")])).toEqual([]);
  });
});

describe("the same line twice", () => {
  it("is named with the first, under the same titles and with the same measurements", () => {
    const section = (title: string) => ({ type: "section", title, children: [good] });
    expect(briefly([good, { ...good, desc: " SCAVO " }])).toEqual(["repeated_line /lines/1"]);
    expect(warningsOf([good, good])[0]?.detail).toContain("is the same as /lines/0");
    expect(briefly([section("Piano terra"), section("Piano primo")])).toEqual([]);
    expect(briefly([section("Piano terra"), section("Piano terra")])).toEqual(["repeated_line /lines/1/children/0"]);
    const measured = (desc: string) => ({ ...good, measurements: [{ desc, count: 10 }] });
    expect(briefly([measured("parete nord"), measured("parete sud")])).toEqual([]);
    expect(briefly([{ type: "line" }, { type: "line" }].map((line) => ({ ...line, qty: 1, price: 1 })))).toEqual([]);
  });
});

it("names a line once that was put in before others that say the same, as a repeated call does", () => {
  const { nodes } = computeBill([good, good, { ...good, desc: "Reinterro" }, good] as BillNode[]);
  const scope = { list: nodes, from: 0, count: 1, pointerTo: () => "/lines/0" };
  expect(billWarnings({ nodes }, scope, null)).toMatchObject([
    {
      code: "repeated_line",
      pointer: "/lines/0",
      detail: expect.stringMatching(/^Line 0 .* same as line 1 of the bill/),
    },
  ]);
});

describe("many warnings", () => {
  it("are cut to 100 and the number of the others, the rarer codes whole", () => {
    const nodes = Array.from({ length: 5_000 }, (_, n) => ({ ...good, desc: `Voce ${n}`, price: 0 }));
    const found = warningsOf([...nodes, { ...good, quantita: 3 }]);
    expect(found).toHaveLength(101);
    expect(found.filter(({ code }) => code === "unknown_key")).toHaveLength(1);
    expect(found.at(-1)).toMatchObject({ code: "more", pointer: "", detail: "and 4901 more: 4901 × zero_price" });
  });

  it("are worded only as far as they are shown", () => {
    const collector = new WarningCollector();
    let worded = 0;
    const details = () => ({ detail: `${++worded}`, suggestion: null });
    for (let n = 0; n < 10_000; n++) collector.add("zero_price", () => `/lines/${n}`, details);
    expect([collector.warnings().length, worded]).toEqual([101, 100]);
  });
});

it("quotes no half of a character, wherever a long text is cut", () => {
  for (const text of ["🏠".repeat(200), `x${"🏠".repeat(200)}`]) {
    const row = { desc: `a dedurre ${text}`, count: 1, length: 2 };
    const line = { ...good, qty: undefined, desc: text, unit: text, measurements: [row] };
    const found = warningsOf([{ type: "section", title: text, voci: [{}] }, line]);
    expect(new Set(found.map(({ code }) => code))).toEqual(new Set(["unknown_key", "deduction_added", "unknown_unit"]));
    expect(found.filter(({ detail }) => !detail.isWellFormed())).toEqual([]);
  }
});
