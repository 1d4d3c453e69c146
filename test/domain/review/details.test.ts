import { describe, expect, it } from "@jest/globals";
import { documentWarnings } from "../../../src/domain/review/warnings.js";
import { contact, findings, found, foundBy, quote, terms } from "./sample.js";

describe("R14 contact", () => {
  const to = (changes: Partial<typeof contact>) => found(quote({}, { contact: { ...contact, ...changes } }));

  it("must be set", () => {
    expect(found(quote({}, { contact: null }))).toEqual(["error R14_NO_CONTACT /contactId"]);
  });

  it("must have an address", () => {
    expect(to({ email: null, phone: "+39 0583 123456" })).toEqual(["error R14_NO_ADDRESS /contactId"]);
    expect(to({ email: "" })).toEqual(["error R14_NO_ADDRESS /contactId"]);
    expect(to({ email: null, pec: "bianchi@pec.example.it" })).toEqual([]);
    expect(to({ email: "  " })).toEqual(["error R14_NO_ADDRESS /contactId"]);
    expect(to({ email: "  ", pec: "bianchi@pec.example.it" })).toEqual([]);
  });

  it("must have a valid one, of the kind that is used", () => {
    expect(to({ email: "giulia.bianchi(at)example.it" })).toEqual(["error R14_WRONG_ADDRESS /contactId"]);
    expect(to({ email: "Giulia <giulia@example.it>" })).toEqual(["error R14_WRONG_ADDRESS /contactId"]);
    expect(to({ role: "municipality", email: "x", pec: "protocollo@pec.comune.example.it" })).toEqual([]);
    expect(to({ role: "municipality", pec: "protocollo" })).toEqual(["error R14_WRONG_ADDRESS /contactId"]);
  });

  it("is written to by PEC where it is an authority, and what goes by e-mail is named", () => {
    const office = {
      ...contact,
      name: "Soprintendenza ABAP Bologna",
      role: "other",
      pec: "sabap@pec.example.it",
    } as const;
    const letter = (changes: Partial<typeof contact>, kind: "letter" | "delegation" = "letter") =>
      foundBy("R14", quote({ kind }, { contact: { ...office, ...changes }, sendsPec: true }));
    const offices = [
      "Ufficio del Genio Civile di Lucca",
      "Comando Provinciale Vigili del Fuoco",
      "Regione Toscana",
      "Ministero per le imprese",
      "Provincia autonoma di Trento",
      "Sportello Unico Edilizia",
      "Comune di Lucca – Settore Impianti",
    ];
    for (const name of [office.name, ...offices])
      expect([name, letter({ name })]).toEqual([name, ["warning R14_NOT_CERTIFIED /contactId"]]);
    const warnings = documentWarnings(quote({ kind: "letter" }, { contact: office, sendsPec: true }));
    expect(warnings.map(({ code }) => code)).toContain("R14_NOT_CERTIFIED");
    for (const changes of [{ role: "municipality" }, { role: "client" }, { pec: null }, { email: null }] as const)
      expect(letter(changes)).toEqual([]);
    expect(letter({ pec: "protocollo" })).toEqual([]);
    expect(letter({}, "delegation")).toEqual([]);
    expect(foundBy("R14", quote({ kind: "letter" }, { contact: office }))).toEqual([]);
  });

  it.each([
    "Arch. Rossi – Comune di Lucca",
    "Geom. Anna Verdi Comune di Lucca",
    "Mario Comune",
    "Comune Mario",
    "Tribunale Arredi",
    "Farmacia del Tribunale",
    "Condominio Via Prefettura 12",
    "Condominio Viale Regione 12",
    "Ordine degli Ingegneri della Provincia di Lucca",
    "Associazione Nazionale Vigili del Fuoco",
    "ATS Ingegneria",
    "Genio Civile Costruzioni S.r.l.",
  ])("isn't an authority by a word of its name: %s", (name) => {
    const to = { ...contact, name, role: "other", pec: "rossi@pec.example.it" } as const;
    expect(foundBy("R14", quote({ kind: "letter" }, { contact: to, sendsPec: true }))).toEqual([]);
  });
});

describe("R15 tax id", () => {
  const says = (body: string) => found(quote({ body }));
  const missing = ["warning R15_NO_TAX_ID /body"];
  const wrong = ["warning R15_WRONG_TAX_ID /body"];

  it.each([
    "C.F. MRTMTT91D08F205J",
    "c.f. rss mra 85t10 a562s",
    "P.IVA 00743110157",
    "Partita IVA: IT 00743110157",
    "IT00743110157",
  ])("is found in %s", (text) => {
    expect(says(text)).toEqual([]);
  });

  it("may stand in the notes", () => {
    expect(found(quote({ body: "Buongiorno.", notes: `${terms} C.F. MRTMTT91D08F205J` }))).toEqual([]);
  });

  it("is missing", () => {
    expect(says("Gentile signora, ecco il preventivo.")).toEqual(missing);
    expect(says("Telefono 39058312345, protocollo 12345678901.")).toEqual(missing);
    expect(foundBy("R15", quote({ kind: "delegation", body: null }))).toEqual(missing);
  });

  it("isn't needed in a letter or a report", () => {
    expect(found(quote({ kind: "letter", body: "Buongiorno." }))).toEqual([]);
    expect(found(quote({ kind: "report", body: "Buongiorno." }))).toEqual([]);
  });

  it.each(["C.F. MRTMTT91D08F205K", "P.IVA 00743110158", "codice fiscale 12345678901", "IT00743110158"])(
    "is wrong in %s, whatever the kind",
    (text) => {
      expect(says(text)).toEqual(wrong);
      expect(found(quote({ kind: "letter", body: text }))).toEqual(wrong);
    },
  );

  it("isn't missing where the contact has one, which the document prints", () => {
    for (const known of [{ taxCode: "MRTMTT91D08F205J" }, { vatNumber: "00743110157" }])
      expect(found(quote({ body: "Buongiorno." }, { contact: { ...contact, ...known } }))).toEqual([]);
  });

  it("is suggested from the contact's notes", () => {
    const notes = "Codice fiscale MRTMTT91D08F205J, chiamare la sera";
    const [finding] = findings(quote({ body: "Buongiorno." }, { contact: { ...contact, notes } }));
    expect(finding?.suggestion).toContain("MRTMTT91D08F205J");
  });
});

describe("R31 readability", () => {
  const letter = (body: string) => found(quote({ kind: "letter", lineItems: [], body }));
  const report = (body: string) => found(quote({ kind: "report", lineItems: [], body }));
  const hard =
    "Conseguentemente l'amministrazione comunale competente comunicava l'improcedibilità dell'istanza presentata. ".repeat(
      6,
    );
  const fair = "La relazione descrive le opere edilizie previste nel fabbricato residenziale esistente. ".repeat(6);

  it("warns of prose that few readers understand", () => {
    expect(letter(hard)).toEqual(["warning R31_HARD_TO_READ /body"]);
    expect(report(hard)).toEqual(["warning R31_HARD_TO_READ /body"]);
  });

  it("expects more of a letter to a client than of a report", () => {
    expect(letter(fair)).toEqual(["info R31_FAIRLY_HARD /body"]);
    expect(report(fair)).toEqual([]);
  });

  it("finds nothing in plain or short texts", () => {
    expect(letter("La pratica è pronta. Può iniziare i lavori lunedì. ".repeat(6))).toEqual([]);
    expect(letter("Improcedibilità amministrativa.")).toEqual([]);
  });

  it("quotes the first of the long sentences", () => {
    const long = `Il muro ${"va su e ".repeat(14)}basta.`;
    const of = (body: string) => findings(quote({ kind: "report", body }))[0];
    expect(of(`${long} Fine.`)).toMatchObject({ severity: "info", code: "R31_LONG_SENTENCE" });
    expect(of(`${long} Fine.`)?.message).toMatch(/^Una frase supera le 40 parole: «Il muro va su .*»\.$/);
    expect(of(`${long} ${long}`)?.message).toMatch(/^2 frasi superano le 40 parole\. La prima: «Il muro va su .*»\.$/);
  });

  it("finds too many capitals", () => {
    expect(letter("SI PREGA DI PAGARE SUBITO. La casa è bella. ".repeat(5))).toEqual(["info R31_UPPERCASE /body"]);
    expect(letter("Si prega di pagare subito. La casa è bella. ".repeat(5))).toEqual([]);
  });
});
