import { expect, it } from "@jest/globals";
import { overdueTaskTitle, overdueTaskTitles, silenceMeans, titleAsNow } from "../../../src/domain/clocks/overdue.js";
import { projectTypes } from "../../../src/domain/vocabulary.js";

const deadline = new Date("2026-10-31");
const titleOf = (type: (typeof projectTypes)[number]) => overdueTaskTitle(type, deadline, "Europe/Rome");

it("asks for an attestation only where silence can mean consent", () => {
  const asking = projectTypes.filter((type) => titleOf(type).includes("attestazione"));
  expect(asking).toEqual(["generic", "permesso_di_costruire"]);
  expect(titleOf("scia")).toBe("Termine decorso: verificare che l'ente non abbia vietato i lavori (31 ottobre 2026)");
});

it("is found under every title that it can have", () => {
  expect(overdueTaskTitles(deadline, "Europe/Rome")).toEqual(projectTypes.map(titleOf));
});

it("is found under a title of an earlier release, which wrote the first of a month without its sign", () => {
  const [title = ""] = overdueTaskTitles(new Date("2026-10-01"), "Europe/Rome");
  expect(title).toContain("(1° ottobre 2026)");
  expect(titleAsNow(title.replace("1°", "1"))).toBe(title);
  expect(titleAsNow(titleOf("scia"))).toBe(titleOf("scia"));
});

it("says that silence on a sanatoria under art. 36 is a refusal", () => {
  const { en, it: italian } = silenceMeans.permesso_di_costruire;
  expect(en).toMatch(/consent after 45 days under art\. 36-bis, and a refusal after 60 under art\. 36\. Under /);
  expect(italian).toMatch(/accoglimento dopo 45 giorni \(art\. 36-bis\), ma come rifiuto dopo 60 giorni/);
});

it("says that a landscape constraint suspends the term of a sanatoria, so that its silence is no consent yet", () => {
  const naming = projectTypes.filter((type) => /36-bis in area vincolata: .* sospeso/.test(silenceMeans[type].it));
  expect(naming).toEqual(["scia", "permesso_di_costruire"]);
});

it("leaves the silence on another authority's consent to that consent's rules, where works may need one", () => {
  const naming = projectTypes.filter((type) => / paesaggistica o sismica: valgono /.test(silenceMeans[type].it));
  expect(naming).toEqual(["generic", "cila", "scia", "permesso_di_costruire"]);
});

it("says of a project without a procedure of its own that in a conference the silence of an office is its consent, and not yet the decision", () => {
  const { en, it: italian } = silenceMeans.generic;
  expect(en).toMatch(
    /no consent\. .* In a conference of services, .* that office's consent, unless European law .* then decides/,
  );
  expect(italian).toMatch(
    /– la conferenza di servizi: .* vale come suo assenso, salvo che .*Unione europea.* conclusiva/,
  );
});

it("says where works are meant that silence on access to documents is a refusal", () => {
  const naming = projectTypes.filter((type) =>
    /– l'accesso agli atti: la richiesta si intende respinta/.test(silenceMeans[type].it),
  );
  expect(naming).toEqual(["generic", "cila", "scia", "permesso_di_costruire"]);
});
