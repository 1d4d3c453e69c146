import { expect, it } from "@jest/globals";
import { fieldOfQuote } from "../../../src/domain/drafting/quotes.js";
import type { ReviewInput } from "../../../src/domain/review/input.js";

const document = {
  title: "Offerta per la facciata",
  body: "Il **prezzo** è «a corpo» e resta fermo.",
  notes: null,
  lineItems: [
    { desc: "Intonaco civile – due mani", unit: "m²", qty: 1, price: 10, code: "A.01.2" },
    { desc: "Tinteggiatura", unit: "cad", qty: 1, price: 10, code: null },
  ],
} as unknown as ReviewInput["document"];

it.each([
  ["a part of a text", "per la facciata", "/title"],
  ["other quotation marks, spaces and capitals", 'È  "A CORPO"', "/body"],
  ["words without their Markdown", "il prezzo è", "/body"],
  ["another dash", "civile - due mani", "/lineItems/0/desc"],
  ["a whole code", "a.01.2", "/lineItems/0/code"],
  ["a part of a code", "A.01", null],
  ["a whole unit", "cad", "/lineItems/1/unit"],
  ["a short part of a text", "resta", null],
  ["other words", "a misura, non a corpo", null],
  ["nothing that is seen", " \u200b", null],
])("%s is found in its field", (_, quote, field) => expect(fieldOfQuote(document, quote)).toBe(field));
