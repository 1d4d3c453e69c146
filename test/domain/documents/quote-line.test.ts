import { expect, it } from "@jest/globals";
import { quoteLineFingerprint } from "../../../src/domain/documents/quote-line.js";

it("gives a line the fingerprint that earlier releases gave it, whatever invisible characters it has", () => {
  const line = { desc: "Mas\u00adsetto", unit: "mq", qty: 1, price: 10, code: null };
  expect(quoteLineFingerprint(line)).toMatch(/^4225fa79af48/);
});
