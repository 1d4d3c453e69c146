import { expect, it } from "@jest/globals";
import { inOtherForms, otherForms } from "../../../src/domain/text/other-forms.js";

it.each([
  ["solaio", "solai"],
  ["corridoi", "corridoio"],
  ["ringhiera", "ringhiere"],
  ["Edifici", "edificio"],
  ["superfici", "superficie"],
  ["arco", "archi"],
  ["fosse", "fossa"],
])("otherForms of %s are %s", (word, form) => {
  expect(otherForms(word)).toEqual([form]);
});

it("otherForms leaves words alone whose stem is the same, short ones and surnames", () => {
  expect(otherForms("muratura mattoni Marco Marchi poi mai qualità cantiere quartiere A01.1")).toEqual([]);
});

it("otherForms gives each form once, and three at most", () => {
  expect(otherForms("solaio SOLAIO telaio acciaio serbatoio")).toEqual(["solai", "telai", "acciai"]);
});

it("inOtherForms puts only the forms that are given in place of their words", () => {
  expect(inOtherForms("Solaio in acciaio, h 20", ["acciai"])).toBe("Solaio in acciai, h 20");
});
