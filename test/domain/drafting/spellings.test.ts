import { expect, it } from "@jest/globals";
import { Pseudonyms } from "../../../src/domain/drafting/pseudonyms.js";

it.each([
  "333 123 45 67",
  "333 12 34 567",
  "333-123-4567",
  "3331234567",
  "+39 333 1234567",
  "+39\u00a0333\u00a01234567",
  "(0583) 123456",
  "0583\u00a0123456",
  "06 1234 5678",
  "IT60 X054 2811 1010 0000 0123 456",
  "IT60\u00a0X054\u00a02811\u00a01010\u00a00000\u00a00123\u00a0456",
  "IT60-X054-2811-1010-0000-0123-456",
])("%j isn't sent, and comes back", (written) => {
  const pseudonyms = new Pseudonyms();
  const hidden = pseudonyms.hide(`Chiami ${written} domani`);
  expect(hidden).toMatch(/^Chiami \[\[(TEL|IBAN)1\]\] domani$/);
  expect(pseudonyms.restore(hidden).value).toBe(`Chiami ${written} domani`);
});

it.each(["Tel. (0583) 123456", "Tel: 0583/12.34.56"])("%j keeps its label", (written) => {
  expect(new Pseudonyms().hide(written)).toMatch(/^Tel[.:] \[\[TEL1\]\]$/);
});

it.each([
  "€ 1.234.567,89",
  "12.500,00 €",
  "cod. 01.A01.B05.010",
  "120 × 300 cm",
  "21/11/2026",
  "prot. 2026/000123",
  "m² 350,00",
])("%j isn't personal data, and stays", (written) => {
  expect(new Pseudonyms().hide(written)).toBe(written);
});
