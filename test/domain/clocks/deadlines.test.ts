import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import {
  otherTerms,
  possibleDeadlines,
  rulesEnding,
  suggestDeadline,
  termEnd,
} from "../../../src/domain/clocks/deadlines.js";
import { procedureRules } from "../../../src/domain/clocks/procedure-rules.js";

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

const rules = Object.values(procedureRules).flat();

describe("termEnd", () => {
  it("has 14 golden cases", () => {
    expect(golden).toHaveLength(14);
  });

  it.each(golden)("$case", ({ case: name, start, days, raw, effective }) => {
    const clock = /procedural|TAR/.test(name) && !/administrative/.test(name) ? "procedural" : "administrative";
    expect(termEnd(start, { days }, clock)).toEqual({ date: raw, effectiveDate: effective });
  });
});

it.each([
  ["2027-06-01", "2027-07-31", "2027-08-02"],
  ["2033-05-31", "2033-07-30", "2033-08-01"],
])("a procedural term from %s doesn't wait until September", (start, date, effectiveDate) => {
  expect(termEnd(start, { days: 60 }, "procedural")).toEqual({ date, effectiveDate });
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

describe("termEnd, of months and years", () => {
  it("ends on the day of the same number, or on the last of the month", () => {
    expect(termEnd("2026-08-31", { months: 6 }).date).toBe("2027-02-28");
    expect(termEnd("2028-02-29", { years: 1 }).date).toBe("2029-02-28");
    expect(termEnd("2026-03-02", { years: 3 }).date).toBe("2029-03-02");
  });
});

describe("possibleDeadlines", () => {
  const of = (...args: Parameters<typeof possibleDeadlines>) =>
    possibleDeadlines(...args).map(({ rule, date, effectiveDate }) => [rule, date, effectiveDate]);

  it("begins with the term for the decision, and has every term of the table that the event starts", () => {
    expect(of("scia", "filing", at("2026-11-25"), rome)).toEqual([
      ["SCIA_CONTROL", "2026-12-25", "2026-12-28"],
      ["SCIA_ALT_START", "2026-12-25", "2026-12-28"],
      ["SCIA_ZONE_A", "2026-12-25", "2026-12-28"],
      ["SAN_36BIS_SCIA", "2026-12-25", "2026-12-28"],
      ["SEISMIC", "2026-12-25", "2026-12-28"],
      ["ACCESS", "2026-12-25", "2026-12-28"],
      ["LAND_SIMPLE", "2027-01-24", "2027-01-25"],
      ["VVF_PROJECT", "2027-01-24", "2027-01-25"],
      ["LAND_ORD", "2027-03-25", "2027-03-25"],
      ["SAN_36BIS_LAND", "2027-05-24", "2027-05-24"],
      ["SCIA_VALID", "2029-11-25", "2029-11-26"],
      ["CONF_SERV", null, null],
      ["CONF_SERV_SENSITIVE", null, null],
      ["ENEA", null, null],
    ]);
    expect(of("scia", "filing", at("2026-11-25"), rome, ({ isDecision = false }) => isDecision)).toHaveLength(1);
    expect(of("permesso_di_costruire", "filing", at("2026-11-25"), rome).slice(0, 2)).toEqual([
      ["PDC_FINAL", "2027-02-23", "2027-02-23"],
      ["PDC_RUP_NAME", "2026-12-05", "2026-12-05"],
    ]);
  });

  it("begins with the term that ends first where none is for the decision, so that nobody who takes it is late", () => {
    const seismic = of("generic", "filing", at("2026-11-25"), rome);
    expect([seismic[0], seismic.at(-1)]).toEqual([
      ["SEISMIC", "2026-12-25", "2026-12-28"],
      ["ENEA", null, null],
    ]);
  });

  it("counts an appeal to a court without August, those of tenders and of access in half the days, and that to the President with it", () => {
    expect(of("generic", "rejected", at("2026-07-10"), rome)).toEqual([
      ["TAR_TENDER", "2026-09-09", "2026-09-09"],
      ["TAR_ACCESS", "2026-09-09", "2026-09-09"],
      ["TAR", "2026-10-09", "2026-10-09"],
      ["PRESIDENT", "2026-11-07", "2026-11-07"],
    ]);
  });

  it("knows the deadline of a request for access to documents in a project of another procedure", () => {
    const terms = otherTerms("permesso_di_costruire", at("2026-11-10"), at("2026-12-10"), rome);
    expect(terms.map(({ source }) => source)).toContain("L. 241/1990, art. 25, comma 4");
  });

  it("names what a term is counted from, where that isn't known", () => {
    const terms = possibleDeadlines("catastale", "filing", at("2027-02-27"), rome);
    expect(terms.find(({ rule }) => rule === "DOCFA")).toMatchObject({
      date: null,
      effectiveDate: null,
      countedFrom: expect.stringContaining("works ended"),
      term: "30 days",
    });
  });

  it("says how long each term is, since some can only be counted by people", () => {
    const terms = possibleDeadlines("permesso_di_costruire", "approved", at("2026-11-25"), rome);
    expect(terms.map(({ rule, term, date }) => [rule, term, date])).toEqual([
      ["SELF_REVIEW", "6 months", "2027-05-25"],
      ["PDC_START", "1 year", "2027-11-25"],
      ["PDC_END", "3 years", null],
      ["STRUCTURE_REPORT", "60 days", null],
      ["STRUCTURE_TEST", "60 days", null],
      ["AGIBILITA", "15 days", null],
      ["LAND_VALID", "5 years", null],
    ]);
  });

  it("names what follows a seismic or landscape authorization, an inheritance and a court expert's report", () => {
    expect(of("generic", "approved", at("2026-11-25"), rome)).toEqual([
      ["STRUCTURE_REPORT", null, null],
      ["STRUCTURE_TEST", null, null],
      ["LAND_VALID", null, null],
    ]);
    expect(of("catastale", "filing", at("2026-11-25"), rome).map(([rule]) => rule)).toEqual([
      "DOCFA",
      "VOLTURA",
      "SUCCESSION",
    ]);
    expect(of("perizia", "filing", at("2026-11-25"), rome)).toEqual([["CTU_FEES", null, null]]);
  });

  it("has no consent to works where the land registry or a court is filed with", () => {
    for (const type of ["catastale", "perizia"] as const)
      expect(of(type, "filing", at("2027-02-27"), rome).map(([rule]) => rule)).not.toContain("LAND_SIMPLE");
    expect(of("generic", "filing", at("2027-02-27"), rome).map(([rule]) => rule)).toContain("LAND_SIMPLE");
  });

  it("counts a conference of services from its opening, by the terms that were in force", () => {
    const conference = (day: string) =>
      possibleDeadlines("generic", "filing", at(day), rome)
        .filter(({ rule }) => rule.startsWith("CONF_SERV"))
        .map(({ term, date, countedFrom }) => [term, date, countedFrom?.includes("opens the conference")]);
    const of = (...terms: string[]) => terms.map((term) => [term, null, true]);
    expect(conference("2025-03-14")).toEqual(of("45 days", "90 days"));
    expect(conference("2026-11-30")).toEqual(of("30 days", "45 days"));
    expect(conference("2027-01-01")).toEqual(of("30 days", "60 days"));
  });

  it("tells of no consent of an office that European law wants in writing, nor of a term that was only found in a decree-law", () => {
    const conference = rules.filter(({ id }) => id.startsWith("CONF_SERV"));
    expect(conference.filter(({ meaning }) => !meaning.includes("unless European law"))).toEqual([]);
    const verified = conference.filter(({ isUnverified }) => !isUnverified);
    expect(verified.map(({ validFrom, validTo }) => [validFrom, validTo])).toEqual(
      Array(2).fill(["2025-03-15", "2026-12-31"]),
    );
  });

  it("knows in how few days an applicant answers about a simplified landscape authorization", () => {
    const terms = possibleDeadlines("generic", "suspended", at("2026-11-30"), rome);
    expect(terms.map(({ rule, term }) => [rule, term])).toEqual([
      ["L241_SUSP", "30 days"],
      ["L241_10BIS", "10 days"],
      ["LAND_SIMPLE_INTEG", "10 days"],
      ["LAND_SIMPLE_REFUSAL", "15 days"],
    ]);
  });

  it("says of a sanatoria under art. 36-bis that a landscape consent suspends its term", () => {
    const ofSanatoria = rules.filter(({ id }) => /^SAN_36BIS_(PDC|SCIA)$/.test(id));
    expect(ofSanatoria.map(({ meaning }) => meaning)).toEqual(
      Array(2).fill(expect.stringMatching(/landscape.*suspended/)),
    );
  });

  it("has no term of an authority where a court or a client sets the terms, and the tax court's for the land registry", () => {
    const day = at("2026-07-10");
    expect([of("perizia", "suspended", day, rome), of("perizia", "rejected", day, rome)]).toEqual([[], []]);
    expect(of("catastale", "rejected", day, rome)).toEqual([["TAX_COURT", "2026-10-09", "2026-10-09"]]);
    expect(of("catastale", "suspended", day, rome).map(([rule]) => rule)).toEqual(["L241_SUSP"]);
  });

  it("takes the rule that was in force", () => {
    const selfReview = (day: string) =>
      of("scia", "approved", at(day), rome).find(([rule]) => rule === "SELF_REVIEW")?.[1];
    expect([selfReview("2025-12-17"), selfReview("2025-12-18")]).toEqual(["2026-12-17", "2026-06-18"]);
  });

  it("knows that a notice may extend the terms of permits granted by the end of 2025", () => {
    const ofWorks = (day: string) =>
      possibleDeadlines("permesso_di_costruire", "approved", at(day), rome)
        .filter(({ rule }) => /^PDC_(START|END)$/.test(rule))
        .map(({ term, source }) => `${term} ${source.includes("10-septies")}`);
    expect(ofWorks("2025-12-31")).toEqual(["1 year true", "3 years true"]);
    expect(ofWorks("2026-01-01")).toEqual(["1 year false", "3 years false"]);
  });

  it("has no two rules of one name in force at once", () => {
    for (const { id } of rules) {
      const versions = rules.filter((rule) => rule.id === id);
      for (const [i, { validTo }] of versions.slice(0, -1).entries())
        expect([id, validTo !== undefined && validTo < (versions[i + 1]?.validFrom ?? "")]).toEqual([id, true]);
    }
  });
});

describe("otherTerms", () => {
  const of = (filing: string, deadline: string, anew?: string) =>
    otherTerms("permesso_di_costruire", at(filing), at(deadline), rome, anew === undefined ? undefined : at(anew));

  it("knows the term of a sanatoria by its last day, as counted or as moved from a holiday", () => {
    for (const day of ["2026-12-06", "2026-12-07"])
      expect(of("2026-10-22", day)[0]).toMatchObject({
        date: "2026-12-06",
        effectiveDate: "2026-12-07",
        source: expect.stringContaining("art. 36-bis"),
      });
    expect(of("2026-10-22", "2026-12-06", "2026-11-24")[0]).toMatchObject({ date: "2027-01-08" });
  });

  it("leave out a term that isn't counted from the filing, as that of a conference of services", () => {
    const sources = of("2026-11-10", "2026-12-10").map(({ source }) => source);
    expect(sources).toHaveLength(2);
    expect(sources.join()).not.toMatch(/14-bis|76\/2020/);
  });

  it("are none where the deadline is the ordinary term's, or no term's", () => {
    expect(of("2026-10-22", "2027-01-20")).toEqual([]);
    expect(of("2026-10-22", "2026-12-05")).toEqual([]);
    // The official's name is due then, and no decision.
    expect(of("2026-10-22", "2026-11-01")).toEqual([]);
    expect(of("2010-10-22", "2010-12-06")).toEqual([]);
  });
});

describe("rulesEnding", () => {
  it("counts from each of several filings", () => {
    const of = (...filings: string[]) => {
      const rules = rulesEnding("permesso_di_costruire", filings.map(at), at("2026-12-06"), rome);
      return [rules.some((rule) => rule.isSpecialDecision), rules.some((rule) => rule.isDecision)];
    };
    expect(of("2026-01-01", "2026-10-22")).toEqual([true, false]);
    expect(of("2026-10-22", "2026-09-07")).toEqual([true, true]);
    expect(of("2026-01-01")).toEqual([false, false]);
  });
});
