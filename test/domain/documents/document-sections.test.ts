import { describe, expect, it } from "@jest/globals";
import { type BillNode, linesOf } from "../../../src/domain/bill/bill.js";
import { changeLines, type LineChange } from "../../../src/domain/documents/change-lines.js";
import { chaptersOf } from "../../../src/domain/documents/chapters.js";
import { sectionsOfBill, withSubtotals } from "../../../src/domain/documents/document-sections.js";
import { followSections } from "../../../src/domain/documents/follow-sections.js";
import { replaceLines } from "../../../src/domain/documents/replace-lines.js";
import type { LineItem } from "../../../src/domain/documents/revision.js";
import { Random } from "../../support/random.js";
import { volume } from "../../support/soak.js";

const voce = (desc = "Voce"): BillNode => ({ type: "line", desc, qty: 1, price: 10 });
const section = (title: string, ...children: BillNode[]): BillNode => ({ type: "section", title, children });

describe("the sections of a bill's lines", () => {
  it("are the innermost ones, one for each run of lines; lines outside belong to none", () => {
    const nodes = [
      voce(),
      section("Piano terra", voce(), section("Murature", voce(), voce()), voce()),
      voce(),
      section("Vuota"),
      section("Coperture", section("", voce())),
    ];
    expect(sectionsOfBill(nodes)).toEqual([
      { title: "Piano terra", firstLine: 1, lines: 1 },
      { title: "Piano terra – Murature", firstLine: 2, lines: 2 },
      { title: "Piano terra", firstLine: 4, lines: 1 },
      { title: "Coperture", firstLine: 6, lines: 1 },
    ]);
  });

  it("are two where two neighbours have the same title", () => {
    expect(sectionsOfBill([section("Opere", voce()), section("Opere", voce())])).toHaveLength(2);
  });

  it("keep their own title where the titles around are long", () => {
    let nodes = [section("Ultima", voce())];
    for (let level = 0; level < 60; level++) nodes = [section("x".repeat(300), ...nodes)];
    const [{ title } = { title: "" }] = sectionsOfBill(nodes);
    expect(title.length).toBeLessThanOrEqual(600);
    expect(title).toMatch(/… – Ultima$/);
  });
});

describe("a section's subtotal", () => {
  const lines = [
    { qty: 1, price: 1.005 },
    { qty: 3, price: 0.335 },
    { qty: 1, price: 5 },
  ];
  it("is the sum of its lines' amounts, each rounded to cents", () => {
    expect(withSubtotals([{ title: "A", firstLine: 0, lines: 2 }], lines)[0]?.subtotal).toBe(2.02);
  });
  it("is of lines that exist: a section beyond them is left out", () => {
    expect(withSubtotals([{ title: "A", firstLine: 2, lines: 2 }], lines)).toEqual([]);
  });
});

describe("the chapters that a document prints", () => {
  const printed = (...nodes: BillNode[]): string[] => {
    const lines = linesOf(nodes).map(({ qty = 0, price = 0 }) => ({ qty, price }));
    return chaptersOf(withSubtotals(sectionsOfBill(nodes), lines)).map(
      ({ title, firstLine, lastLine, total, continuedAt }) =>
        `${title} ${firstLine}-${lastLine} ${total}${continuedAt.map((line) => ` >${line}`).join("")}`,
    );
  };
  it.each<[string, BillNode[], string[]]>([
    ["has a chapter within", [section("A", voce(), section("B", voce()))], ["A – B 1-1 10", "A 0-1 20"]],
    [
      "goes on after a chapter within",
      [section("A", voce(), section("B", voce(), voce()), voce()), section("C", voce())],
      ["A – B 1-2 20", "A 0-3 40 >3", "C 4-4 10"],
    ],
    [
      "begins with chapters within",
      [section("A", section("B", voce()), section("C", voce()), voce(), section("D", voce()))],
      ["A – B 0-0 10", "A – C 1-1 10", "A – D 3-3 10", "A 0-3 40"],
    ],
    [
      "has several levels",
      [section("A", voce(), section("B", section("C", voce()), voce(), section("D", voce())), voce())],
      ["A – B – C 1-1 10", "A – B – D 3-3 10", "A – B 1-3 30", "A 0-4 50 >4"],
    ],
    ["has a neighbour of the same title", [section("A", voce()), section("A", voce())], ["A 0-0 10", "A 1-1 10"]],
    [
      "stands again after lines of none",
      [section("A", voce()), voce(), section("A", voce())],
      ["A 0-0 10", "A 2-2 10"],
    ],
    [
      "has two levels before its own lines",
      [section("A", section("B", voce(), section("C", voce())), voce())],
      ["A – B – C 1-1 10", "A – B 0-1 20", "A 0-2 30"],
    ],
    [
      "stands again after lines of none, and only a chapter of it before",
      [section("A", section("B", voce())), voce(), section("A", voce())],
      ["A – B 0-0 10", "A 2-2 10"],
    ],
    ["begins like another", [section("A", voce()), section("Ab", voce())], ["A 0-0 10", "Ab 1-1 10"]],
  ])("are counted whole where one %s", (_, nodes, chapters) => expect(printed(...nodes)).toEqual(chapters));
});

describe("the sections of lines that are replaced", () => {
  const line = (desc: string, price = 10): LineItem => ({ desc, unit: "m²", qty: 1, price, code: null });
  // Words that have nothing in common, so that each line is known again.
  const all = ["Scavo", "Getto", "Vespaio", "Muratura", "Tramezzo", "Intonaco", "Cancello"];
  const sections = [
    { title: "A", firstLine: 0, lines: 3 },
    { title: "B", firstLine: 3, lines: 3 },
  ];
  const after = (...descriptions: (string | LineItem)[]): string[] => {
    const now = descriptions.map((desc) => (typeof desc === "string" ? line(desc) : desc));
    const before = all.map((desc) => line(desc));
    return replaceLines({ lineItems: before, sections }, now).sections.map(
      ({ title, firstLine, lines }) => `${title} ${firstLine}+${lines}`,
    );
  };

  it.each<[string, (string | LineItem)[], string[]]>([
    ["stay where only prices change", [line("Scavo", 12), ...all.slice(1)], ["A 0+3", "B 3+3"]],
    ["shrink by lines that go", ["Scavo", "Vespaio", ...all.slice(3)], ["A 0+2", "B 2+3"]],
    ["go with their last line", all.slice(3), ["B 0+3"]],
    ["move on behind new lines", ["Ponteggio", ...all], ["A 1+3", "B 4+3"]],
    ["take in a line that comes between two of theirs", ["Scavo", "Ponteggio", ...all.slice(1)], ["A 0+4", "B 4+3"]],
    [
      "leave out a line that comes between two sections",
      ["Scavo", "Getto", "Vespaio", "Ponteggio", ...all.slice(3)],
      ["A 0+3", "B 4+3"],
    ],
    [
      "let a line go that moves into another one",
      ["Scavo", "Vespaio", "Muratura", "Getto", "Tramezzo", "Intonaco", "Cancello"],
      ["A 0+2", "B 2+4"],
    ],
    [
      "stay whole where one moves as a whole",
      ["Muratura", "Tramezzo", "Intonaco", "Scavo", "Getto", "Vespaio", "Cancello"],
      ["B 0+3", "A 3+3"],
    ],
    [
      "take in no line of no section that one of theirs moves past",
      ["Scavo", "Getto", "Vespaio", "Muratura", "Tramezzo", "Cancello", "Intonaco"],
      ["A 0+3", "B 3+2"],
    ],
    [
      "take in a line of no section that moves between two of theirs",
      ["Scavo", "Cancello", "Getto", "Vespaio", "Muratura", "Tramezzo", "Intonaco"],
      ["A 0+4", "B 4+3"],
    ],
    ["go where all lines are others", ["Ascensore", "Montacarichi", "Citofono", "Antenna"], []],
    ["stay where one of their lines is written anew", ["Ascensore", ...all.slice(1)], ["A 0+3", "B 3+3"]],
  ])("%s", (_, now, expected) => expect(after(...now)).toEqual(expected));

  it.each<[string, LineChange, string[]]>([
    ["let a line go that is moved past one of no section", { move: 1, to: 0 }, ["A 2+1"]],
    ["take in one of no section that is moved between two of theirs", { move: 0, to: 2 }, ["A 0+3"]],
  ])("%s, be it its neighbour", (_, change, expected) => {
    const { fates, moved } = changeLines(
      ["Cantiere", "Scavo", "Getto"].map((desc) => line(desc)),
      [change],
    );
    const after = followSections([{ title: "A", firstLine: 1, lines: 2 }], fates, undefined, moved);
    expect(after.map(({ title, firstLine, lines }) => `${title} ${firstLine}+${lines}`)).toEqual(expected);
  });

  it("keep a line that is moved to where it stands", () => {
    const { fates, moved } = changeLines(
      all.slice(0, 4).map((desc) => line(desc)),
      [
        { move: 0, to: 0 },
        { move: 2, to: 4 },
      ],
    );
    const before = [{ title: "A", firstLine: 0, lines: 3 }];
    expect(followSections(before, fates, undefined, moved)).toEqual([{ title: "A", firstLine: 0, lines: 2 }]);
  });

  it("never overlap, and lie within the lines, whatever happens to the lines", () => {
    const random = new Random(7);
    for (let round = 0; round < volume(60, 1_000); round++) {
      const fates = random
        .shuffled(Array.from({ length: 12 }, (_, index) => index))
        .map((index) =>
          random.below(5) === 0 ? { state: "gone" as const } : { state: "same" as const, index: index * 2 },
        );
      let end = 0;
      for (const { firstLine, lines } of followSections(
        [
          { title: "A", firstLine: 0, lines: 4 },
          { title: "B", firstLine: 4, lines: 5 },
          { title: "C", firstLine: 10, lines: 2 },
        ],
        fates,
      )) {
        expect(firstLine).toBeGreaterThanOrEqual(end);
        expect(lines).toBeGreaterThan(0);
        end = firstLine + lines;
      }
      expect(end).toBeLessThanOrEqual(24);
    }
  });
});
