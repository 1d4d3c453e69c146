import { describe, expect, it } from "@jest/globals";
import { inKeys, inTitle, type Reading, relaxedPlan, strictPlan } from "../../../src/db/search/plan.js";

const reading = (
  place: number,
  lexeme: string,
  entries: number | null,
  how: Reading["reading"] = "exact",
): Reading => ({
  place,
  lexeme,
  entries,
  reading: how,
});

describe("strictPlan", () => {
  it("asks for every word, the rarest first, in any of its readings", () => {
    const readings = [reading(1, "scav", 900), reading(2, "argill", 5, "typo"), reading(2, "argin", 2, "typo")];
    expect(strictPlan({ readings, total: 10_000 })).toMatchObject({
      query: "('argill' | 'argin') & 'scav'",
      near: ["('argill' | 'argin')", "'scav'"],
      lexemes: ["argill", "argin", "scav"],
      // What has the rarest word is fewer than what has the other: it is read.
      way: { narrowing: "(('argill' | 'argin'))", reach: 0 },
    });
  });

  it("weighs a rare word more than a common one", () => {
    const plan = strictPlan({ readings: [reading(1, "rar", 1), reading(2, "comun", 9_000)], total: 10_000 });
    expect(plan?.weights[0]).toBeGreaterThan(Number(plan?.weights[1]));
  });

  it("keeps the parts of a code in their order", () => {
    const readings = [reading(1, "c25", 90), reading(2, "30", 5)];
    expect(strictPlan({ readings, total: 100 }, true)?.query).toBe("'c25' <-> '30'");
  });

  it("takes the whole query as one phone number too", () => {
    const readings = [reading(0, "390351234567", null, "part"), reading(1, "035", null), reading(2, "12", null)];
    expect(strictPlan({ readings, total: null })?.query).toBe("('035' & '12' | '390351234567')");
  });

  it("walks where what is sought is common in a large book", () => {
    const common = (total: number) => strictPlan({ readings: [reading(1, "fornitur", total / 10)], total })?.way.reach;
    expect([common(1_000), common(1_000_000)]).toEqual([0, 4_000]);
  });

  it("looks only where a kind of records has all words, in each by the words that are rare there", () => {
    const readings = [
      { ...reading(1, "anna", null), byKind: [20, 4_000, null] },
      { ...reading(2, "conti", null), byKind: [3_000, 4_500, 7] },
    ];
    expect(strictPlan({ readings, total: null, totals: [20_000, 60_000, 100] })?.ways).toEqual([
      { narrowing: "('anna')", reach: 0 },
      { narrowing: "('conti' & 'anna')", reach: 0 },
      null,
    ]);
  });

  it("is none where no word is known, and quotes what a word holds", () => {
    expect(strictPlan({ readings: [], total: null })).toBeNull();
    expect(strictPlan({ readings: [reading(1, "l'\\a", null)], total: null })?.query).toBe("'l''\\\\a'");
  });
});

it("gives a word in titles and in keys, as it is quoted", () => {
  expect(inTitle("'anna' & ('l''a' | 'b')")).toBe("'anna':A & ('l''a':A | 'b':A)");
  expect(inKeys("'anna' & 'l''a'", "01a20e1b-2aba-7111-80e1-795136f8f964", "task")).toBe(
    "'36f8f964taskanna' & '36f8f964taskl''a'",
  );
});

describe("relaxedPlan", () => {
  const readings = [reading(1, "a", 1), reading(1, "ab", 1, "beginning"), reading(2, "b", 2), reading(3, "c", 3)];

  it("asks for any two words, or for any one", () => {
    expect(relaxedPlan({ readings, total: 10 }, 2)?.query).toBe(
      "((('a' | 'ab') & 'b') | (('a' | 'ab') & 'c') | ('b' & 'c'))",
    );
    expect(relaxedPlan({ readings, total: 10 }, 1)?.query).toBe("((('a' | 'ab')) | ('b') | ('c'))");
    expect(relaxedPlan({ readings: [], total: 10 }, 1)).toBeNull();
  });

  it("looks for a rare word once, whatever it is to stand beside", () => {
    const counted = ["a", "b", "c"].map((lexeme, n) => ({
      ...reading(n + 1, lexeme, null),
      byKind: [lexeme === "a" ? 10 : 2_000],
    }));
    expect(relaxedPlan({ readings: counted, total: null, totals: [100_000] }, 2)?.ways).toEqual([
      { narrowing: "(('a') | ('b' & 'c'))", reach: 0 },
    ]);
  });

  it("tells how close words stand only where each is one, and all are sought", () => {
    const one = ["a", "b"].map((lexeme, n) => reading(n + 1, lexeme, null));
    expect(strictPlan({ readings: one, total: null })).toMatchObject({ ranking: "'a' & 'b'", isCloseRanked: true });
    const several = [...one, reading(2, "ba", null)];
    expect(strictPlan({ readings: several, total: null })).toMatchObject({ isCloseRanked: false });
    expect(relaxedPlan({ readings: one, total: null }, 1)).toMatchObject({
      ranking: "'a' | 'b'",
      isCloseRanked: false,
    });
  });

  it("counts only the nearest reading in full", () => {
    expect(relaxedPlan({ readings, total: 10 }, 2)).toMatchObject({
      near: ["'a'", "'b'", "'c'"],
      all: ["('a' | 'ab')", "'b'", "'c'"],
    });
  });
});
