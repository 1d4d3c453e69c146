import { describe, expect, it } from "@jest/globals";
import { relaxedPlan, strictPlan } from "../../../src/db/search/plan.js";
import type { Reading } from "../../../src/db/search/readings.js";

const reading = (place: number, lexeme: string, how: Reading["reading"] = "exact"): Reading => ({
  place,
  lexeme,
  reading: how,
  byKind: [],
});

describe("strictPlan", () => {
  it("asks for every word, the longest first, in any of its readings", () => {
    const readings = [reading(1, "scav"), reading(2, "argill", "typo"), reading(2, "argin", "typo")];
    expect(strictPlan({ readings, totals: [] })).toMatchObject({
      query: "('argill' | 'argin') & 'scav'",
      near: ["('argill' | 'argin')", "'scav'"],
      lexemes: ["argill", "argin", "scav"],
    });
  });

  it("takes the whole query as one phone number too", () => {
    const readings = [reading(0, "390351234567", "part"), reading(1, "035"), reading(2, "12")];
    expect(strictPlan({ readings, totals: [] })?.query).toBe("('035' & '12' | '390351234567')");
  });

  it("looks only where a kind of records has all words, in each by as many words as pays there", () => {
    const readings = [
      { ...reading(1, "anna"), byKind: [2, 4_000, null] },
      { ...reading(2, "conti"), byKind: [3_000, 4_500, 7] },
    ];
    expect(strictPlan({ readings, totals: [20_000, 60_000, 100] })?.ways).toEqual([
      { narrowing: ["'anna'", "!'-'"], reach: 0, isMany: false },
      { narrowing: ["'anna'", "'conti'"], reach: 0, isMany: true },
      null,
    ]);
  });

  it("is none where no word is known, and quotes what a word holds", () => {
    expect(strictPlan({ readings: [], totals: [] })).toBeNull();
    expect(strictPlan({ readings: [reading(1, "l'\\a")], totals: [] })?.query).toBe("'l''\\\\a'");
  });
});

describe("relaxedPlan", () => {
  const readings = [reading(1, "a"), reading(1, "ab", "beginning"), reading(2, "b"), reading(3, "c")];

  it("asks for any two words, or for any one", () => {
    expect(relaxedPlan({ readings, totals: [] }, 2)?.query).toBe("((('a' | 'ab') & ('b' | 'c')) | ('b' & 'c'))");
    expect(relaxedPlan({ readings, totals: [] }, 1)?.query).toBe("((('a' | 'ab')) | ('b') | ('c'))");
    expect(relaxedPlan({ readings: [], totals: [] }, 1)).toBeNull();
  });

  it("looks for a rare word once, whatever it is to stand beside", () => {
    const counted = ["a", "b", "c"].map((lexeme, n) => ({
      ...reading(n + 1, lexeme),
      byKind: [lexeme === "a" ? 2 : 2_000],
    }));
    expect(relaxedPlan({ readings: counted, totals: [100_000] }, 2)?.ways).toEqual([
      { narrowing: ["(('a') | ('b' & 'c'))", "!'-'"], reach: 0, isMany: true },
    ]);
  });

  it("looks for a word in the readings that a kind of records has, and once for what it is to stand beside", () => {
    const counted = [
      { ...reading(1, "a"), byKind: [2_000, 2_000] },
      { ...reading(2, "b", "part"), byKind: [1_000, null] },
      { ...reading(2, "bb", "part"), byKind: [1_000, 2_000] },
      { ...reading(3, "c"), byKind: [2_000, 2_000] },
    ];
    expect(relaxedPlan({ readings: counted, totals: [100_000, 100_000] }, 2)?.ways).toMatchObject([
      { narrowing: ["((('b' | 'bb')) | ('a' & 'c'))", "(('a') | ('c'))"] },
      { narrowing: ["(('bb') | ('a' & 'c'))", "(('a') | ('c'))"] },
    ]);
  });

  it("tells how close words stand only where each is one, and all are sought", () => {
    const one = ["a", "b"].map((lexeme, n) => reading(n + 1, lexeme));
    expect(strictPlan({ readings: one, totals: [] })).toMatchObject({ ranking: "'a' & 'b'", isCloseRanked: true });
    const several = [...one, reading(2, "ba")];
    expect(strictPlan({ readings: several, totals: [] })).toMatchObject({ isCloseRanked: false });
    expect(relaxedPlan({ readings: one, totals: [] }, 1)).toMatchObject({
      ranking: "'a' | 'b'",
      isCloseRanked: false,
    });
  });

  it("counts only the nearest reading in full", () => {
    expect(relaxedPlan({ readings, totals: [] }, 2)).toMatchObject({
      near: ["'a'", "'b'", "'c'"],
      all: ["('a' | 'ab')", "'b'", "'c'"],
    });
  });
});

/** Whether a record with these lexemes matches a `tsquery`. */
function matches(query: string, lexemes: ReadonlySet<string>): boolean {
  const code = query.replace(/'(\w+|-)'/g, (_, lexeme) => String(lexemes.has(lexeme)));
  return /^[truefals&|!() ]+$/.test(code) && new Function(`return Boolean(${code});`)();
}

describe("the queries by which the index narrows", () => {
  const words = ["a", "bb", "ccc", "dddd"].map((word) => [`${word}1`, `${word}2`]);
  const counts = [3, 900, 40_000];
  // All words with one or two lexemes, each rare, frequent or common.
  const cases = Array.from({ length: 200 }, (_, seed) =>
    words.slice(0, 1 + (seed % 4)).flatMap((lexemes, n) =>
      lexemes.slice(0, 1 + ((seed >> (n + 2)) & 1)).map((lexeme, m) => ({
        ...reading(n + 1, lexeme),
        byKind: [counts[(seed * (n + 3) + m * 7 + (seed >> 3)) % 3] as number],
      })),
    ),
  );

  it.each(["strict", "any two", "any one"] as const)("leave out nothing that matches: %s", (which) => {
    let found = 0;
    for (const readings of cases) {
      const all = { readings, totals: [100_000] };
      const plan = which === "strict" ? strictPlan(all) : relaxedPlan(all, which === "any two" ? 2 : 1);
      const { query = "", ways = [] } = plan ?? {};
      const lexemes = readings.map(({ lexeme }) => lexeme);
      for (let subset = 0; subset < 2 ** lexemes.length; subset++) {
        const record = new Set(lexemes.filter((_, n) => subset & (1 << n)));
        const isFound = ways[0]?.narrowing.every((narrowing) => matches(narrowing, record));
        if (matches(query, record) && !isFound) throw new Error(`${query} by ${ways[0]?.narrowing}: ${[...record]}`);
        if (isFound) found++;
      }
    }
    expect(found).toBeGreaterThan(cases.length);
  });
});
