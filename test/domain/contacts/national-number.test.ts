import { expect, it } from "@jest/globals";
import { nationalNumber } from "../../../src/domain/contacts/national-number.js";

it.each([
  ["+39 347 123.45.67", "3471234567"],
  ["0039 035/123456", "035123456"],
  ["393471234567", "3471234567"],
  ["3471234567", "3471234567"],
  ["39012345678", "39012345678"],
  ["3912345678", "3912345678"],
  ["+41 91 1234567", "+41 91 1234567"],
  ["villa +39", "villa +39"],
  ["+39", "+39"],
])("leaves Italy's prefix out of a phone number: %s", (text, expected) => {
  expect(nationalNumber(text)).toBe(expected);
});
