import { describe, expect, it } from "@jest/globals";
import { nextNotice, noticePlan } from "../../../src/domain/calendar/notice-plan.js";
import type { ReminderKind } from "../../../src/domain/vocabulary.js";

const rome = "Europe/Rome";
const longAgo = new Date("2020-01-01T00:00:00Z");
const plan = (
  kind: ReminderKind,
  dueAt: string,
  { madeAt = longAgo, zone = rome, holidays = [] as string[] } = {},
): [string, string][] =>
  noticePlan(kind, new Date(dueAt), madeAt, zone, holidays).map(({ name, at }) => [
    name,
    at.toISOString().slice(0, 16),
  ]);

describe("noticePlan", () => {
  it("has its own series of notices for each kind of reminder, at 08:30 local time", () => {
    // A Friday; every step falls on a working day.
    expect(plan("deadline", "2027-02-19")).toEqual([
      ["30 days", "2027-01-20T07:30"],
      ["15 days", "2027-02-04T07:30"],
      ["7 days", "2027-02-12T07:30"],
      ["3 days", "2027-02-16T07:30"],
      ["1 day", "2027-02-18T07:30"],
    ]);
    expect(plan("hearing", "2027-02-19").map(([name]) => name)).toEqual(["30 days", "7 days", "3 days", "1 day"]);
    expect(plan("payment", "2027-02-19").map(([name]) => name)).toEqual(["7 days"]);
    expect(plan("generic", "2027-02-19")).toEqual([]);
    expect(plan("follow_up", "2027-02-19")).toEqual([]);
  });

  it("counts from the local day of a value with a time", () => {
    // 23:30 UTC on the 18th is 00:30 on the 19th in Rome.
    expect(plan("payment", "2027-02-18T23:30:00Z")).toEqual([["7 days", "2027-02-12T07:30"]]);
  });

  it("keeps 08:30 local across the clock changes of March and October", () => {
    expect(plan("deadline", "2027-03-31").slice(-2)).toEqual([
      // Three days before is Sunday 28 March, on which the clocks change; the day before it still has winter time.
      ["3 days", "2027-03-27T07:30"],
      ["1 day", "2027-03-30T06:30"],
    ]);
    expect(plan("deadline", "2027-11-03").slice(-3)).toEqual([
      ["7 days", "2027-10-27T06:30"],
      // 31 October is a Sunday.
      ["3 days", "2027-10-30T06:30"],
      ["1 day", "2027-11-02T07:30"],
    ]);
  });

  it("moves to the working day before Easter Monday, Sunday and 4 October", () => {
    // 29 March 2027 is Easter Monday: the last working day before it is Saturday 27.
    expect(plan("payment", "2027-04-05")).toEqual([["7 days", "2027-03-27T07:30"]]);
    // 4 October 2027 is a Monday.
    expect(plan("payment", "2027-10-11")).toEqual([["7 days", "2027-10-02T06:30"]]);
  });

  it("moves before the organization's own days", () => {
    expect(plan("payment", "2027-06-30", { holidays: ["06-23"] })).toEqual([["7 days", "2027-06-22T06:30"]]);
  });

  it("keeps one of two notices that fall on the same moment", () => {
    // Three days before 29 December is St Stephen's, a Sunday in 2027; with Christmas both roll back to the 24th.
    const names = plan("deadline", "2027-12-27").map(([name, at]) => `${name} ${at.slice(5, 10)}`);
    expect(names).toEqual(["30 days 11-27", "15 days 12-11", "7 days 12-20", "3 days 12-24"]);
  });

  it("leaves out notices that were past when the date was set", () => {
    const madeAt = new Date("2027-02-12T07:30:00Z");
    expect(plan("deadline", "2027-02-19", { madeAt }).map(([name]) => name)).toEqual(["3 days", "1 day"]);
    expect(plan("deadline", "2019-02-19")).toEqual([]);
    expect(plan("deadline", "0001-01-02")).toEqual([]);
  });

  it("follows the organization's zone", () => {
    expect(plan("payment", "2027-02-19", { zone: "America/New_York" })).toEqual([["7 days", "2027-02-12T13:30"]]);
  });
});

describe("nextNotice", () => {
  const notices = noticePlan("deadline", new Date("2027-02-19"), longAgo, rome, []);
  const ask = (at: string, written: string[] = [], handledUpTo = 0) =>
    nextNotice(notices, { at: Date.parse(at), handledUpTo, wasWritten: (name) => written.includes(name) })?.name ??
    null;

  it("is the first one ahead", () => {
    expect(ask("2026-12-01")).toBe("30 days");
    expect(ask("2027-02-12T07:00:00Z", ["15 days"])).toBe("7 days");
  });

  it("is the latest of those that are late after an outage, and is written once", () => {
    expect(ask("2027-02-17")).toBe("3 days");
    expect(ask("2027-02-17", ["3 days"])).toBe("1 day");
    expect(ask("2027-02-17", [], Date.parse("2027-02-16T07:30:00Z"))).toBe("1 day");
  });

  it("is none once all were written", () => {
    expect(ask("2027-02-18T08:00:00Z", ["1 day"])).toBeNull();
  });
});
