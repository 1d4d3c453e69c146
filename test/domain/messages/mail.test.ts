import { describe, expect, it } from "@jest/globals";
import {
  addressForms,
  addressKey,
  isEmailAddress,
  readableAddress,
  receiptTypeHeader,
  replySubject,
} from "../../../src/domain/messages/mail.js";

describe("isEmailAddress", () => {
  it.each([
    "mario.rossi@example.com",
    "o'neil+pratiche@studio-rossi.it",
    "pratica@localhost",
    "protocollo@pec.comune.città.it",
    "a@b.c",
    `${"a".repeat(64)}@x.it`,
    `a@${"b.".repeat(125)}it`,
  ])("accepts %s", (address) => {
    expect(isEmailAddress(address)).toBe(true);
  });

  it.each([
    "a@x.it\r\nBCC: evil@x.it",
    "a@x.it\n",
    "a@x.it,b@x.it",
    "Mario <a@x.it>",
    "a b@x.it",
    " a@x.it",
    "a@x.it ",
    "a@@x.it",
    "@x.it",
    "a@",
    "a.@x.it",
    ".a@x.it",
    "a..b@x.it",
    "a@-x.it",
    "a@x-.it",
    "a@x..it",
    "a@[127.0.0.1]",
    '"a b"@x.it',
    "a;b@x.it",
    "a\0@x.it",
    "città@x.it",
    "",
    "a",
    `${"a".repeat(65)}@x.it`,
    `a@${"b".repeat(64)}.it`,
    `a@${"b.".repeat(125)}ita`,
  ])("refuses %j", (address) => {
    expect(isEmailAddress(address)).toBe(false);
  });

  it("reads hostile text quickly", () => {
    expect(isEmailAddress(`${"a.".repeat(500_000)}@x.it`)).toBe(false);
    expect(isEmailAddress(`a@${"a-".repeat(120)}`)).toBe(false);
  });
});

describe("an international address", () => {
  it.each(["Maria@Città.test", "maria@xn--citt-3na.test", " MARIA@XN--CITT-3NA.TEST ", "maria@citta\u0300.test"])(
    "%j is compared, looked for and read in one form",
    (address) => {
      expect(addressKey(address)).toBe("maria@xn--citt-3na.test");
      expect(addressForms(address)).toEqual(expect.arrayContaining(["maria@xn--citt-3na.test", "maria@città.test"]));
      expect(readableAddress(address)).toBe("maria@città.test");
    },
  );

  it("is looked for in the form in which it was stored, too", () => {
    expect(addressForms(" Maria@CITTA\u0300.test ")).toEqual([
      "maria@citta\u0300.test",
      "maria@xn--citt-3na.test",
      "maria@città.test",
    ]);
  });

  it("of other letters than Latin ones stays as servers write it, since it may look like another's", () => {
    expect(readableAddress("info@xn--80ak6aa92e.com")).toBe("info@xn--80ak6aa92e.com");
    expect(readableAddress("info@аррӏе.com")).toBe("info@xn--80ak6aa92e.com");
  });

  it.each(["maria@cliente.test/altro", "maria@client%65.test", "maria@0x7f.1", "maria@città.test/altro", "maria"])(
    "%s is made into no other one",
    (address) => {
      expect([addressKey(address), readableAddress(address)]).toEqual([address, address]);
      expect(addressForms(address)).toEqual([address]);
    },
  );
});

it("certified mail asks for the receipt that brings the whole message", () => {
  expect(receiptTypeHeader).toEqual({ "X-TipoRicevuta": "completa" });
});

it.each(["Sopralluogo", "Re: Sopralluogo", "RE: R: Sopralluogo", "R[2]: RIF: re : Sopralluogo"])(
  "a reply to %j says Re: once",
  (subject) => {
    expect(replySubject(subject)).toBe("Re: Sopralluogo");
  },
);
