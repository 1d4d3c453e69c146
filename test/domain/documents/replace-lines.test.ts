import { describe, expect, it } from "@jest/globals";
import { marksLost } from "../../../src/domain/documents/lost-marks.js";
import { type ReplacingLine, replaceLines } from "../../../src/domain/documents/replace-lines.js";
import type { LineItem } from "../../../src/domain/documents/revision.js";

const line = (desc: string, fields: Partial<LineItem> = {}): LineItem => ({
  desc,
  unit: "a corpo",
  qty: 1,
  price: 10,
  ...fields,
});
const before = [
  line("Spese anticipate", { price: 87.3, vatPct: 0 }),
  line("Oneri della sicurezza", { price: 1850, safety: true }),
  line("Rilievo"),
];
const marksOf = (now: ReplacingLine[]) => {
  const { lineItems, lost } = replaceLines({ lineItems: before, sections: [] }, now);
  const warnings = marksLost(lost);
  const marks = lineItems.map(({ vatPct, safety }) => [vatPct ?? null, safety ?? false]);
  return { marks, codes: warnings.map(({ code }) => code), words: warnings[0]?.detail ?? "" };
};
const [rate, mark, none] = [
  [0, false],
  [null, true],
  [null, false],
];

describe("the VAT rates and safety marks of lines that are replaced", () => {
  it.each([
    [
      "new prices",
      [line("Spese anticipate", { price: 90 }), line("Oneri della sicurezza", { price: 2000 }), line("Rilievo")],
    ],
    [
      "other words with the same figures",
      [line("Bolli", { price: 87.3 }), line("Apprestamenti", { price: 1850 }), line("Rilievo")],
    ],
  ])("stay with %s", (_, now) => expect(marksOf(now)).toMatchObject({ marks: [rate, mark, none], codes: [] }));

  it("don't go over to other lines that stand in their place, and a warning names these", () => {
    const { marks, codes, words } = marksOf([
      line("Demolizioni", { price: 4000 }),
      line("Massetto", { qty: 80 }),
      line("Rilievo"),
    ]);
    expect([marks, codes]).toEqual([[none, none, none], ["line_marks_lost"]]);
    expect(words).toContain('line 0, "Demolizioni", for "Spese anticipate" (0 % VAT); line 1, "Massetto", for "Oneri');
  });

  it("aren't missed where the line is gone, or says itself that it is no safety cost", () => {
    expect(marksOf([line("Rilievo")])).toMatchObject({ marks: [none], codes: [] });
    const now = [
      line("Spese anticipate", { price: 87.3 }),
      { ...line("Massetto", { qty: 80 }), safety: false },
      line("Rilievo"),
    ];
    expect(marksOf(now)).toMatchObject({ marks: [rate, none, none], codes: [] });
  });
});
