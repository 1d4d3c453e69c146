import { expect, it } from "@jest/globals";
import { mailFileName } from "../../src/domain/files.js";

it.each([
  ["Istanza CILA", "accettazione 2026-11-20 Istanza CILA.eml"],
  [null, "accettazione 2026-11-20.eml"],
  ['Prot. 12/2026: "variante"\t<urgente>', "accettazione 2026-11-20 Prot. 12 2026 variante urgente.eml"],
])("a mail about %j is called by its kind, its day and its subject", (subject, name) => {
  expect(mailFileName("accettazione", "2026-11-20", subject)).toBe(name);
});

it("a mail with a long subject has a short name", () => {
  const name = mailFileName("messaggio", "2026-11-20", "parola ".repeat(100));
  expect(name).toMatch(/^messaggio 2026-11-20 parola .*…\.eml$/);
  expect(name.length).toBeLessThanOrEqual(104);
});
