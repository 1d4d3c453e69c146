import { expect, it } from "@jest/globals";
import { numberTwins } from "../../../src/domain/contacts/number-twins.js";

it.each([
  [["+525512345678", "+5215512345678"]],
  [["+541156121008", "+5491156121008"]],
  [["+551187654321", "+5511987654321"]],
  // An old number of eight digits may begin with a 9 itself.
  [["+551198765432", "+5511998765432"]],
  [["+393331234567"]],
  // a landline in Brazil, numbers of other lengths, a name
  [["+551132654321"]],
  [["+5255123456"]],
  [["POSTE"]],
])("%j are all forms of one number", (forms) => {
  for (const form of forms) expect(numberTwins(form)).toEqual(forms);
});
