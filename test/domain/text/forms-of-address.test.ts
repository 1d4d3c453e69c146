import { expect, it } from "@jest/globals";
import { withoutFormsOfAddress } from "../../../src/domain/text/forms-of-address.js";
import { expectProportional } from "../../support/growth.js";

it.each([
  ["preventivo della signora Ferri", "preventivo della Ferri"],
  ["preventivo dell'arch. Ferri", "preventivo dell'Ferri"],
  ["Gent.ma Sig.ra Ferri", "Ferri"],
  ["sig.  Ferri e dott.ssa Neri", "Ferri e Neri"],
  ["spett.le impresa Ferri", "impresa Ferri"],
  ["signori Ferri", "Ferri"],
])("%s: without the forms of address before names", (text, expected) => {
  expect(withoutFormsOfAddress(text)).toBe(expected);
});

it.each([
  "signora",
  "parcella ing.",
  "ing. 12",
  "signorile Ferri",
  "disarch Ferri",
  "ing.ferri@pec.test",
  "studio-ing Ferri",
  "",
])("%s: stays as it is", (text) => {
  expect(withoutFormsOfAddress(text)).toBe(text);
});

it("takes time in proportion to the text", () =>
  expectProportional({
    input: (size) => `sig${" ".repeat(size)}`.repeat(3),
    work: withoutFormsOfAddress,
    small: 20_000,
    large: 200_000,
  }));
