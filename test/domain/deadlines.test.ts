import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { suggestDeadline, termEnd } from "../../src/domain/deadlines.js";

interface GoldenCase {
  case: string;
  start: string;
  days: number;
  raw: string;
  effective: string;
}
const golden: GoldenCase[] = JSON.parse(readFileSync(new URL("data/deadlines-golden.json", import.meta.url), "utf8"));
const rome = "Europe/Rome";
const at = (text: string) => new Date(text);

describe("termEnd", () => {
  it("has 14 golden cases", () => {
    expect(golden).toHaveLength(14);
  });

  it.each(golden)("$case", ({ case: name, start, days, raw, effective }) => {
    const clock = /procedural|TAR/.test(name) && !/administrative/.test(name) ? "procedural" : "administrative";
    expect(termEnd(start, { days }, clock)).toEqual({ date: raw, effectiveDate: effective });
  });
});

describe("suggestDeadline", () => {
  it("gives 90 days for a permesso di costruire", () => {
    expect(suggestDeadline("permesso_di_costruire", at("2026-07-06"), rome)).toMatchObject({
      date: "2026-10-04",
      effectiveDate: "2026-10-05",
      rule: "PDC_FINAL",
      source: expect.stringContaining("380/2001"),
    });
  });

  it("gives 30 days for a SCIA", () => {
    expect(suggestDeadline("scia", at("2026-11-25"), rome)).toMatchObject({
      date: "2026-12-25",
      effectiveDate: "2026-12-28",
      source: expect.stringContaining("241/1990"),
    });
  });

  it("knows no term for the other types", () => {
    for (const type of ["generic", "cila", "catastale", "perizia"] as const) {
      expect(suggestDeadline(type, at("2026-11-25"), rome)).toBeNull();
    }
  });

  it("counts from the local date of the filing", () => {
    expect(suggestDeadline("scia", at("2026-11-24T23:30:00Z"), rome)?.date).toBe("2026-12-25");
    expect(suggestDeadline("scia", at("2026-11-24T22:30:00Z"), rome)?.date).toBe("2026-12-24");
    expect(suggestDeadline("scia", at("2026-11-25T00:00:00Z"), "America/New_York")?.date).toBe("2026-12-25");
  });

  it("lets a term end on a Saturday", () => {
    expect(suggestDeadline("scia", at("2026-11-12"), rome)).toMatchObject({
      date: "2026-12-12",
      effectiveDate: "2026-12-12",
    });
  });

  it("suggests nothing for filings outside the time in which the rule holds", () => {
    expect(suggestDeadline("scia", at("2005-11-12"), rome)).toBeNull();
    expect(suggestDeadline("scia", at("9999-12-20"), rome)).toBeNull();
  });
});
