import { expect, it } from "@jest/globals";
import { replyDueAt } from "../../../src/domain/calendar/reply-time.js";

const due = (since: string, holidays: string[] = []) =>
  replyDueAt(new Date(since), "Europe/Rome", holidays).toISOString().slice(0, 16);

it.each([
  ["within the week", "2027-02-16T10:00:00Z", "2027-02-18T10:00"],
  ["over a Sunday", "2027-02-19T10:00:00Z", "2027-02-22T10:00"],
  ["over Easter", "2027-03-27T10:00:00Z", "2027-03-31T09:00"],
  ["over a night that skips that time", "2026-03-27T01:30:00Z", "2026-03-30T00:30"],
  ["from a holiday on", "2027-12-25T10:00:00Z", "2027-12-28T10:00"],
])("counts two working days %s, to the same time of day", (_, since, expected) => {
  expect(due(since)).toBe(expected);
});

it("counts none of the organization's own days", () => {
  expect(due("2027-02-16T10:00:00Z", ["02-17"])).toBe("2027-02-19T10:00");
});

it("ends after a year where every day of it is the organization's own", () => {
  const days = Array.from({ length: 366 }, (_, n) => new Date(Date.UTC(2028, 0, n + 1)).toISOString().slice(5, 10));
  expect(due("2027-02-16T10:00:00Z", days)).toBe("2028-02-17T10:00");
});
