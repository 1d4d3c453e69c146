import { describe, expect, it } from "@jest/globals";
import { addressWarnings, givenAddresses } from "../../../src/domain/contacts/contact-addresses.js";
import {
  type ContactDetails,
  compactCode,
  detailFaults,
  isItaly,
} from "../../../src/domain/contacts/contact-details.js";

const nothing: ContactDetails = {
  taxCode: null,
  vatNumber: null,
  address: null,
  postalCode: null,
  city: null,
  province: null,
  country: null,
  sdiCode: null,
  formOfAddress: null,
};
const faulty = (given: Partial<ContactDetails>, stored: Partial<ContactDetails> = {}): string[] =>
  detailFaults({ ...nothing, ...stored, ...given }, new Set(Object.keys(given))).map(({ field }) => field);

describe("details of a contact", () => {
  it.each<[string, Partial<ContactDetails>]>([
    ["a person's tax code", { taxCode: "RSSMRA85T10A562S" }],
    ["a company's tax code", { taxCode: "00743110157" }],
    ["an Italian VAT number", { vatNumber: "00743110157" }],
    ["one with its prefix", { vatNumber: "IT00743110157" }],
    ["a German one", { vatNumber: "DE136695976" }],
    ["a Swiss one", { vatNumber: "CHE116281710IVA" }],
    ["an Austrian one", { vatNumber: "ATU12345678" }],
    ["a French one", { vatNumber: "FRXX123456789" }],
    ["a Spanish one", { vatNumber: "ESB12345678" }],
    ["a Dutch one", { vatNumber: "NL123456789B01" }],
    ["a Norwegian one", { vatNumber: "NO123456785MVA" }],
    ["the SDI code of a company", { sdiCode: "M5UXCR1" }],
    ["that of a public body", { sdiCode: "UF5HHG" }],
    ["an Italian address", { postalCode: "24121", province: "BG" }],
    ["a province of Sardinia that is back", { province: "OG" }],
    ["an address abroad", { postalCode: "SW1A 1AA", province: "London", country: "Regno Unito" }],
  ])("may be %s", (_, given) => {
    expect(faulty(given)).toEqual([]);
  });

  it.each<[string, Partial<ContactDetails>]>([
    ["a wrong check letter", { taxCode: "RSSMRA85T10A562T" }],
    ["a wrong check digit of a company's tax code", { taxCode: "00743110158" }],
    ["a VAT number as a tax code", { taxCode: "IT00743110157" }],
    ["a wrong check digit", { vatNumber: "00743110158" }],
    ["a wrong check digit after the prefix", { vatNumber: "IT00743110158" }],
    ["a foreign number of two letters", { vatNumber: "DEAB" }],
    ["a German number of three digits", { vatNumber: "DE123" }],
    ["a German number that is too long", { vatNumber: "DE1366959761" }],
    ["an Austrian number without its U", { vatNumber: "AT12345678" }],
    ["a French number without its key", { vatNumber: "FR123456789" }],
    ["a number of three digits of an unknown country", { vatNumber: "ZZ123" }],
    ["an SDI code of five", { sdiCode: "ABC12" }],
    ["an SDI code of eight", { sdiCode: "ABC12345" }],
    ["four digits in Italy", { postalCode: "2412" }],
    ["six digits in Italy", { postalCode: "241210" }],
    ["more than the digits in Italy", { postalCode: "I-24121" }],
    ["four digits in Italy by name", { postalCode: "2412", country: "Italia" }],
    ["a province that there isn't", { province: "XX" }],
    ["a province in words", { province: "Bergamo" }],
  ])("can't be %s", (_, given) => {
    expect(faulty(given)).toEqual([Object.keys(given)[0]]);
  });

  it("name every fault at once, and the country where it makes stored details wrong", () => {
    expect(faulty({ taxCode: "x", vatNumber: "x", sdiCode: "x", postalCode: "x", province: "x" })).toHaveLength(5);
    expect(faulty({ country: "Italia" }, { postalCode: "80331", province: "Bayern" })).toEqual(["country"]);
    expect(faulty({ city: "Berna" }, { postalCode: "3011", province: "BE" })).toEqual([]);
  });

  it("are compared without what people write between the groups of a code", () => {
    expect(compactCode(" rss mra 85t10 a562s")).toBe("RSSMRA85T10A562S");
    expect(compactCode("CHE-116.281.710 IVA")).toBe("CHE116281710IVA");
    expect(compactCode("\u202aIT０１２\u2011345\u200b67897\u202c")).toBe("IT01234567897");
    expect([null, "it", " Italia ", "ITALY"].map(isItaly)).toEqual([true, true, true, true]);
    expect(["San Marino", "CH"].map(isItaly)).toEqual([false, false]);
  });
});

describe("addresses that can't be", () => {
  const codes = (given: Parameters<typeof givenAddresses>[0]) =>
    addressWarnings(givenAddresses(given)).map(({ code, pointer }) => `${code} ${pointer}`);

  it("are named with where they stand", () => {
    expect(
      codes({
        email: "anna@rossi",
        emails: ["anna@rossi.test", "anna rossi.test"],
        phone: "035",
        phones: ["035 123456", "035 123456 / 333 1234567"],
        pec: "rossi.pec.test",
      }),
    ).toEqual([
      "invalid_email /email",
      "invalid_email /emails/1",
      "invalid_phone /phone",
      "invalid_phone /phones/1",
      "invalid_pec /pec",
    ]);
  });

  it("are told apart by what nobody sees", () => {
    const [warning] = addressWarnings(givenAddresses({ email: "anna@rossi.test\u200b" }));
    expect(warning?.suggestion).toContain("Write anna@rossi.test by hand");
  });

  it("are those that sending refuses too, and mail without a top-level domain", () => {
    expect(codes({ phones: ["33O 1234567", "33312"], pec: "mario@pec" })).toEqual([
      "invalid_phone /phones/0",
      "invalid_phone /phones/1",
      "invalid_pec /pec",
    ]);
  });

  it("aren't those that people write in their own way, or that are cleared", () => {
    const phones = [
      "+39 035 123456",
      "0039035123456",
      "(035) 12.34.56 ufficio",
      "112 233",
      "+41 91 123 45 67",
      "035 123456 interno 12",
      "3331234567 int.3, ore 9-12",
    ];
    expect(codes({ email: "", pec: "", phone: "", phones })).toEqual([]);
  });
});
