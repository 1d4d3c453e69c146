import { describe, expect, it } from "@jest/globals";
import { counterpartyBlock, letterSalutation } from "../../../src/activities/pdf/parties.js";
import { renderRevisionPdf } from "../../../src/activities/pdf/render-revision.js";
import type { Counterparty, RevisionContent } from "../../../src/domain/documents/revision.js";
import { pageTexts, revisionContent } from "./sample.js";

const rossi: Counterparty = {
  name: "Anna Rossi",
  company: null,
  email: "anna@rossi.test",
  pec: null,
  phone: "035 123456",
  taxCode: "RSSMRA85T10A562S",
  address: "Via Garibaldi 12",
  postalCode: "24121",
  city: "Bergamo",
  province: "BG",
  formOfAddress: "gentile_sig_ra",
};
const to = (changes: Partial<Counterparty>, content: Partial<RevisionContent> = {}): string[] => {
  const block = counterpartyBlock(revisionContent({ ...content, counterparty: { ...rossi, ...changes } } as object));
  return block ? [block.label, block.name, ...block.details] : [];
};
const letter = (body: string, changes: Partial<Counterparty> = {}) =>
  letterSalutation(revisionContent({ kind: "letter", body, counterparty: { ...rossi, ...changes } }));

describe("the recipient", () => {
  it("of a quote stands as on an envelope, with the tax code", () => {
    expect(to({})).toEqual([
      "Gent.ma Sig.ra",
      "Anna Rossi",
      "Via Garibaldi 12",
      "24121 BERGAMO BG",
      "C.F. RSSMRA85T10A562S",
      "Tel. 035 123456",
      "anna@rossi.test",
    ]);
  });

  it("of a letter has no tax code", () => {
    expect(to({}, { kind: "letter" })).not.toContain("C.F. RSSMRA85T10A562S");
  });

  it("abroad has the country last, in Italian", () => {
    const bern = { address: "Bundesgasse 1", postalCode: "3011", city: "Berna", province: null };
    expect(to({ ...bern, country: "CH" }).slice(2, 5)).toEqual(["Bundesgasse 1", "3011 BERNA", "SVIZZERA"]);
    expect(to({ ...bern, country: "Germania" })).toContain("GERMANIA");
    expect(to({ country: "Italia" })).not.toContain("ITALIA");
  });

  it("is the company, with who reads it, and both its codes", () => {
    const edil = { company: "Edil S.r.l.", formOfAddress: null, vatNumber: "00743110157", taxCode: "00743110157" };
    expect(to(edil).slice(0, 3)).toEqual(["Spett.le", "Edil S.r.l.", "c.a. Anna Rossi"]);
    expect(to(edil)).toContain("P.IVA e C.F. 00743110157");
  });

  it("is the person before the company where the person has a form of address", () => {
    expect(to({ company: "Edil S.r.l." }).slice(0, 3)).toEqual(["Gent.ma Sig.ra", "Anna Rossi", "Edil S.r.l."]);
  });

  it("of a revision from before there were details is a name, by its kind", () => {
    const before = { name: "Anna Rossi", company: null, email: null, pec: null, phone: null };
    const block = (name: string) => counterpartyBlock(revisionContent({ counterparty: { ...before, name } }));
    expect(block("Anna Rossi")).toEqual({ label: "Gentile", name: "Anna Rossi", details: [] });
    expect(block("Condominio Aurora")?.label).toBe("Spett.le");
    expect(counterpartyBlock(revisionContent({ kind: "delegation", counterparty: before }))?.label).toBe("Delegante");
  });
});

describe("a letter", () => {
  it("greets a person, unless its text does or no form is wanted", () => {
    expect(letter("con la presente si comunica l'avvio dei lavori.")).toBe("Gentile Sig.ra Anna Rossi,");
    expect(letter("Gentile signora Rossi,\n\nsi comunica l'avvio dei lavori.")).toBeNull();
    expect(letter("Si comunica l'avvio dei lavori.", { formOfAddress: "none" })).toBeNull();
    expect(letter("Si comunica l'avvio dei lavori.", { name: "Comune di Lucca", formOfAddress: null })).toBeNull();
    expect(letterSalutation(revisionContent({ body: "Offriamo:", counterparty: rossi }))).toBeNull();
  });

  it("prints it above the text, below the recipient", async () => {
    const content = revisionContent({ kind: "letter", body: "i lavori iniziano lunedì.", counterparty: rossi });
    const text = (await pageTexts(renderRevisionPdf(content))).join(" ");
    expect(text).toContain("Gent.ma Sig.ra Anna Rossi Via Garibaldi 12 24121 BERGAMO BG Tel. 035 123456");
    expect(text).toContain("Gentile Sig.ra Anna Rossi, i lavori iniziano lunedì.");
  });
});
