import { describe, expect, it } from "@jest/globals";
import { farDateWarnings, filingWarnings } from "../../src/domain/date-warnings.js";

const at = { now: new Date("2026-11-22T10:00Z"), timezone: "Europe/Rome" };
const words = { corrector: "update_submission", outcome: "record it" };
const date = (text: string | null) => (text === null ? null : new Date(text));
const codes = (submittedAt: string | null, decisionDeadline: string | null) =>
  filingWarnings(
    { submittedAt: date(submittedAt), decisionDeadline: date(decisionDeadline) },
    { ...at, type: "scia" },
    words,
  ).map(({ code, pointer }) => `${code} ${pointer}`);

describe("the dates of a filing", () => {
  it.each([
    ["2026-11-22", "2026-12-22", []],
    ["2026-11-22T09:00Z", "2026-11-22", []],
    ["1985-03-01", null, []],
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
    const [warning] = filingWarnings(dates, { ...at, type: "scia" }, words);
    expect(warning?.detail).toContain("The decision deadline 2020-01-01 has passed. No consent is formed by silence");
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
