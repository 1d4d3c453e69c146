import { describe, expect, it } from "@jest/globals";
import { farDateWarnings, filingWarnings, nextDayWarnings } from "../../../src/domain/clocks/date-warnings.js";

const at = { now: new Date("2026-11-22T10:00Z"), timezone: "Europe/Rome" };
const words = { corrector: "update_submission", outcome: "record it" };
const date = (text: string | null) => (text === null ? null : new Date(text));
const codes = (submittedAt: string | null, decisionDeadline: string | null) =>
  filingWarnings(
    { submittedAt: date(submittedAt), decisionDeadline: date(decisionDeadline) },
    { ...at, type: "scia", isOfTerm: false },
    words,
  ).map(({ code, pointer }) => `${code} ${pointer}`);

describe("the dates of a filing", () => {
  it.each([
    ["2026-11-22", "2026-12-22", []],
    ["2026-11-22T09:00Z", "2026-11-22", []],
    ["1985-03-01", null, []],
    ["1970-01-21", null, ["date_far_away /submittedAt"]],
    ["2062-11-22", null, ["filed_in_future /submittedAt"]],
    ["2026-11-10", "2026-11-09", ["deadline_before_filing /decisionDeadline"]],
    ["2016-11-10", "2017-01-09", ["deadline_passed /decisionDeadline"]],
    [null, "2020-01-01", ["deadline_passed /decisionDeadline"]],
    ["2026-11-10", "2062-12-10", ["date_far_away /decisionDeadline"]],
    ["2062-11-10", "2026-12-10", ["filed_in_future /submittedAt", "deadline_before_filing /decisionDeadline"]],
  ])("filed %s, to be decided by %s: %j", (submittedAt, decisionDeadline, expected) => {
    expect(codes(submittedAt, decisionDeadline)).toEqual(expected);
  });

  it("say of one that has passed what that means in law", () => {
    const dates = { submittedAt: null, decisionDeadline: new Date("2020-01-01") };
    const [warning] = filingWarnings(dates, { ...at, type: "scia", isOfTerm: true }, words);
    expect(warning?.detail).toContain("The decision deadline 2020-01-01 has passed. No consent is formed by silence");
  });
});

describe("the last minute of a day elsewhere", () => {
  const named = (text: string, timezone = at.timezone) =>
    nextDayWarnings(new Date(text), timezone, { pointer: "/dueAt", corrector: "update_task" });

  it("is named, since it is in the small hours of the next day here", () => {
    expect(named("2026-12-15T23:59:59Z")).toEqual([
      {
        code: "next_day",
        pointer: "/dueAt",
        detail: "This moment is 2026-12-16 at 00:59 in Europe/Rome.",
        suggestion: "If 2026-12-15 is meant, give that day alone with update_task.",
      },
    ]);
  });

  it.each([
    ["of a summer's day in UTC", "2027-07-15T23:59Z", "2027-07-15"],
    ["of a summer's day in winter's time", "2027-07-15T23:59:59+01:00", "2027-07-15"],
    ["of the year", "2026-12-31T23:59:59.999Z", "2026-12-31"],
  ])("is one %s", (_of, text, day) => {
    expect(named(text)[0]?.suggestion).toBe(`If ${day} is meant, give that day alone with update_task.`);
  });

  it.each([
    ["2026-12-15T22:59:59Z"],
    ["2026-12-15T23:30:00Z"],
    ["2026-12-16T00:00:00Z"],
    ["2026-12-15T23:00:00Z"],
    ["2026-12-16T00:59:59Z"],
    // A moment as it happened, such as that of a filing at night.
    ["2026-12-15T23:59:12Z"],
  ])("isn't %s", (text) => {
    expect(named(text)).toEqual([]);
  });

  it("is no other day in London's winter, nor west of it", () => {
    for (const timezone of ["Europe/London", "America/New_York"])
      expect(named("2026-12-15T23:59:59Z", timezone)).toEqual([]);
  });

  it("is named of both dates of a filing", () => {
    expect(codes("2026-11-20T23:59:59Z", "2026-12-15T23:59:59Z")).toEqual([
      "next_day /submittedAt",
      "next_day /decisionDeadline",
    ]);
  });
});

describe("a deadline beside the term of the law", () => {
  const of = (decisionDeadline: string, type: "scia" | "permesso_di_costruire" | "generic", isOfTerm = true) =>
    filingWarnings(
      { submittedAt: new Date("2026-11-16"), decisionDeadline: new Date(decisionDeadline) },
      { ...at, type, isOfTerm },
      words,
    );

  it("is named with what the law would give, and may be meant", () => {
    expect(of("2027-03-31", "permesso_di_costruire")).toEqual([
      {
        code: "differs_from_term",
        pointer: "/decisionDeadline",
        detail: expect.stringMatching(
          /^The decision deadline 2027-03-31 isn't the legal one: counted from the filing of 2026-11-16, the term ends on 2027-02-14, a holiday, and so on 2027-02-15 \(.+\)\.$/,
        ),
        suggestion:
          "If it was agreed on, or the term was suspended meanwhile, keep it; else correct it with update_submission.",
      },
    ]);
    for (const day of ["2027-02-14", "2027-02-15"]) expect(of(day, "permesso_di_costruire")).toEqual([]);
    expect(of("2026-12-16", "scia")).toEqual([]);
    for (const warnings of [of("2027-03-31", "generic"), of("2027-03-31", "scia", false)]) expect(warnings).toEqual([]);
  });

  it("is not called another one than the law's where it is the term of special filings, as of a sanatoria", () => {
    const [warning, ...others] = of("2026-12-31", "permesso_di_costruire");
    expect(others).toEqual([]);
    expect(warning?.detail).toMatch(
      /^The decision deadline 2026-12-31 is that of D\.P\.R\. 380\/2001, art\. 36-bis.+ ends on 2027-02-14, a holiday/,
    );
    expect(warning?.suggestion).toBe("If the filing is of that kind, keep it; else correct it with update_submission.");
    expect(of("2027-05-15", "scia")[0]?.detail).toContain("landscape compatibility");
  });

  it("is not called another one than the law's where it is the term of a consent that works may need", () => {
    const [warning] = of("2027-03-16", "scia");
    expect(warning?.detail).toMatch(
      /^The decision deadline 2027-03-16 is that of D\.Lgs\. 42\/2004, art\. 146: .+ Ordinarily, counted from .+ ends on 2026-12-16 /,
    );
    expect(warning?.suggestion).toBe("If the filing is of that kind, keep it; else correct it with update_submission.");
    expect(of("2027-01-15", "permesso_di_costruire")[0]?.detail).toMatch(
      /art\. 36, comma 3: .+; or of D\.P\.R\. 31\/2017/,
    );
  });

  it("is far away from three years on, in the same warning", () => {
    const warnings = of("2036-01-10", "scia");
    expect(warnings).toMatchObject([{ code: "date_far_away" }]);
    expect(warnings[0]?.detail).toMatch(
      /lies 9 years ahead\. The decision deadline 2036-01-10 isn't .* ends on 2026-12-16 /,
    );
    expect(of("2029-11-20", "generic")).toEqual([]);
  });
});

describe("a date many years away", () => {
  const detail = (text: string) =>
    farDateWarnings(new Date(text), at, { pointer: "/dueAt", corrector: "update_task" })[0]?.detail;

  it("is named, ahead and back, from ten years on", () => {
    expect(detail("2062-11-22")).toBe("The date 2062-11-22 lies 36 years ahead.");
    expect(detail("1926-11-22")).toBe("The date 1926-11-22 lies 100 years back.");
    for (const near of ["2036-11-21", "2016-11-23", "2026-11-22"]) expect(detail(near)).toBeUndefined();
  });
});
