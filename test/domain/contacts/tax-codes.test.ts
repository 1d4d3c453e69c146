import { describe, expect, it } from "@jest/globals";
import { isIban, isTaxCode, isVatNumber } from "../../../src/domain/contacts/tax-codes.js";

describe("isTaxCode", () => {
  it.each(["RSSMRA85T10A562S", "rssmra85t10a562s", "RSS MRA 85T10 A562S", "MRTMTT91D08F205J"])("takes %s", (code) => {
    expect(isTaxCode(code)).toBe(true);
  });

  it("takes homocodes with the check letter of their own", () => {
    expect(isTaxCode("RSSMRA85T10A56NH")).toBe(true);
    expect(isTaxCode("RSSMRA85T10A56NS")).toBe(false);
  });

  it.each([
    ["a wrong check letter", "RSSMRA85T10A562T"],
    ["two letters swapped", "SRSMRA85T10A562S"],
    ["a month that isn't one", "RSSMRA85F10A562S"],
    ["15 characters", "RSSMRA85T10A562"],
    ["17 characters", "RSSMRA85T10A562SS"],
    ["a partita IVA", "00743110157"],
    ["nothing", ""],
  ])("refuses %s", (_, code) => {
    expect(isTaxCode(code)).toBe(false);
  });

  it.each([
    ["01", true],
    ["09", true],
    ["31", true],
    ["41", true],
    ["71", true],
    ["7M", true],
    ["00", false],
    ["32", false],
    ["40", false],
    ["72", false],
    ["80", false],
    ["81", false],
    ["99", false],
    ["9L", false],
  ])("takes a birthday that a month has, a woman's 40 later, and no other: %s", (day, isPossible) => {
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    expect(letters.some((letter) => isTaxCode(`RSSMRA85T${day}A562${letter}`))).toBe(isPossible);
  });

  it("has one check letter for each code", () => {
    const valid = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].filter((letter) => isTaxCode(`RSSMRA85T10A562${letter}`));
    expect(valid).toEqual(["S"]);
  });
});

describe("isVatNumber", () => {
  it.each(["00743110157", "IT00743110157", "it 00743110157", "12345678903", "12345678010"])("takes %s", (number) => {
    expect(isVatNumber(number)).toBe(true);
  });

  it.each(["00743110158", "00000000000", "1234567890", "007431100090", "FR00743110157", "0074311015A", ""])(
    "refuses %j",
    (number) => {
      expect(isVatNumber(number)).toBe(false);
    },
  );
});

describe("isIban", () => {
  it.each([
    "IT60X0542811101000000123456",
    "IT60 X054 2811 1010 0000 0123 456",
    "DE89370400440532013000",
    "GB82WEST12345698765432",
  ])("takes %s", (iban) => {
    expect(isIban(iban)).toBe(true);
  });

  it.each([
    "IT60X0542811101000000123457",
    "IT61X0542811101000000123456",
    "IT60X054281110100000012345",
    "DE8937040044053201300",
    "",
    "IT60",
  ])("refuses %j", (iban) => {
    expect(isIban(iban)).toBe(false);
  });
});
