import { expect, it } from "@jest/globals";
import { endInWords, inWords } from "../../../src/workflows/steps/in-words.js";

it("says a moment by the organization's clock", () => {
  const moment = Date.parse("2026-12-01T07:30:00Z");
  expect(inWords(moment, "Europe/Rome")).toBe("1 December 2026 at 08:30 (Europe/Rome)");
  expect(inWords(moment)).toBe("1 December 2026 at 07:30 (UTC)");
});

it("says of a day that is over which day it was", () => {
  expect(endInWords(Date.parse("2027-03-28T22:00:00Z"), "Europe/Rome")).toBe("the end of 28 March 2027 (Europe/Rome)");
  expect(endInWords(Date.parse("2027-03-28T22:01:00Z"), "Europe/Rome")).toBe("29 March 2027 at 00:01 (Europe/Rome)");
});
