import { expect, it } from "@jest/globals";
import { plainName } from "../../../src/activities/notices/plain-name.js";

it.each([
  ["Anna Rossi", "Anna Rossi"],
  ["Dott. Ing. Anna D'Àrco", "Dott. Ing. Anna D'Àrco"],
  ["Studio Bianchi S.r.l.", "Studio Bianchi S.r.l."],
  ["Anna\r\n\r\nPer accettare", "Anna Per accettare"],
  ["https://evil.example/login", "https evil. example login"],
  ["www.evil.example", "www. evil. example"],
  ["evil.it", "evil. it"],
  ["evil。it", "evil. it"],
  ["ｅｖｉｌ．ｉｔ", "evil. it"],
  ["evil\u200b.\u2060it", "evil. it"],
  ["anna@evil.example", "anna evil. example"],
  ["<b>Anna</b>", "b Anna b"],
  ["\u202eannA\u2066", "annA"],
  ["192.0.2.7", "192. 0. 2. 7"],
  [`Anna ${"x".repeat(200)}`, `Anna ${"x".repeat(95)}`],
])("a mail about accounts gives the name %j as %j", (name, shown) => {
  expect(plainName(name)).toBe(shown);
});
