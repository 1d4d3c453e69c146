import { describe, expect, it } from "@jest/globals";
import { phoneIn } from "../../../src/domain/contacts/phone.js";

describe("phoneIn", () => {
  const numbers: [string, string | undefined, ("mobile" | "landline" | "other")?][] = [
    ["333 1234567", "+393331234567"],
    ["+39 333/123.45.67", "+393331234567"],
    ["0039 347 7654321", "+393477654321"],
    ["Cell. 333-123 4567", "+393331234567"],
    ["+44 7700 900123", "+447700900123", "other"],
    ["035 123456", "+39035123456", "landline"],
    ["035 123456 interno 12", "+39035123456", "landline"],
    ["333 1234567 chiamare ore 9-12", "+393331234567"],
    ["+1 415 555 2671", "+14155552671"],
    ["800 123456", "+39800123456", "other"],
    ["33O 1234567", undefined],
    ["035 123456 / 333 1234567", undefined],
    ["nessuno", undefined],
    ["12", undefined],
    ["", undefined],
    ["3".repeat(500), undefined],
  ];
  it.each(numbers)("reads %j as %s", (text, number, kind = "mobile") => {
    const kinds = { isLandline: kind === "landline", isMobile: kind === "mobile" };
    expect(phoneIn(text)).toEqual(number === undefined ? null : { number, ...kinds });
  });
});
