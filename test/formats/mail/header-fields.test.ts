import { expect, it } from "@jest/globals";
import { headerDate } from "../../../src/formats/mail/header-fields.js";

const at = (zone: string) =>
  headerDate(`Mon, 2 Nov 2026 10:00:00 ${zone}`, new Date("2026-11-30T00:00:00Z"))?.toISOString().slice(11, 16);

it.each([
  ["+0130", "08:30"],
  ["-0130", "11:30"],
  ["GMT", "10:00"],
  ["UT", "10:00"],
  ["Z", "10:00"],
  ["", "10:00"],
  ["XYZ", "10:00"],
  ["EST", "15:00"],
  ["EDT", "14:00"],
  ["CST", "16:00"],
  ["MDT", "16:00"],
  ["PST", "18:00"],
  ["pdt", "17:00"],
  ["CET", "09:00"],
  ["CEST", "08:00"],
  ["+0100 (EST)", "09:00"],
])("a date's zone %j counts", (zone, time) => expect(at(zone)).toBe(time));
