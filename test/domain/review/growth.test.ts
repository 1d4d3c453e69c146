import { describe, it } from "@jest/globals";
import type { ReviewInput } from "../../../src/domain/review/input.js";
import { reviewDocument } from "../../../src/domain/review/review-document.js";
import { expectProportional } from "../../support/growth.js";
import { line, quote } from "./sample.js";

const repeated = (part: string, length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length);
const many = (count: number, part: string) => Array.from({ length: count }, (_, index) => `${part}${index}`);

/** Inputs that once took time by the square of their size, or might. */
const hostile: Record<string, (size: number) => ReviewInput> = {
  "a client's name of equal letters": (size) =>
    quote({ body: repeated("a", 400 * size) }, { otherContactNames: [`${"a".repeat(20 * size)} aaab`] }),
  "names that nearly stand in the text": (size) =>
    quote({ body: repeated("Anna Rossi ", 200 * size) }, { otherContactNames: many(size / 4, "Anna Rossi Verd") }),
  "greetings and clients": (size) =>
    quote(
      { body: repeated("Gentile signor Bianchi Neri\n", 200 * size) },
      { otherContactNames: many(300, "Rosso Verd") },
    ),
  "places and municipalities": (size) =>
    quote({ body: repeated("sito in Pisa ", 100 * size) }, { otherMunicipalities: many(300, "Pisana") }),
  dates: (size) => quote({ body: repeated("valida fino al 1/1/2026 ", 200 * size) }),
  "equal lines": (size) => quote({ lineItems: Array.from({ length: size * 4 }, () => line()) }),
  "lines that are nearly a total, or its VAT": (size) =>
    quote({
      lineItems: ["Posa", "Totale", "IVA"].map((word) => line({ desc: `${word}${" ".repeat(50 * size)}x` })),
      body: null,
    }),
  "faulty lines": (size) => quote({ lineItems: many(size * 4, "x").map((desc) => line({ desc, qty: 0, price: -1 })) }),
};

describe("a review", () => {
  it.each(Object.entries(hostile))("takes time in proportion to its input: %s", (_, input) =>
    expectProportional({ input, work: reviewDocument, small: 60, large: 480 }),
  );
});
