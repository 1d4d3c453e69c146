import { describe, expect, it } from "@jest/globals";
import {
  type Addressee,
  addressLabel,
  greets,
  salutation,
  withoutFormsOfAddress,
} from "../../../src/domain/contacts/forms-of-address.js";
import { expectProportional } from "../../support/growth.js";

const addressed = (formOfAddress: Addressee["formOfAddress"], name = "Anna Bianchi", company: string | null = null) => {
  const addressee = { name, company, formOfAddress: formOfAddress ?? null };
  return [addressLabel(addressee), salutation(addressee)];
};

describe("a recipient is addressed", () => {
  it.each<[Addressee["formOfAddress"], string, string | null]>([
    ["gentile", "Gentile", "Gentile Anna Bianchi,"],
    ["gentile_sig", "Gent.mo Sig.", "Gentile Sig. Anna Bianchi,"],
    ["gentile_sig_ra", "Gent.ma Sig.ra", "Gentile Sig.ra Anna Bianchi,"],
    ["egregio", "Egr. Sig.", "Egregio Sig. Anna Bianchi,"],
    ["spettabile", "Spett.le", "Spett.le Anna Bianchi,"],
    ["onorevole", "On.le", "Onorevole Anna Bianchi,"],
    ["none", "", null],
    [null, "Gentile", "Gentile Anna Bianchi,"],
  ])("by the form %s", (form, label, greeting) => {
    expect(addressed(form)).toEqual([label, greeting]);
  });

  it("with no Sig. before a title", () => {
    expect(addressed("egregio", "Ing. Marco Conti")).toEqual(["Egr.", "Egregio Ing. Marco Conti,"]);
    expect(addressed("gentile_sig_ra", "Dott.ssa Anna Bianchi")).toEqual(["Gent.ma", "Gentile Dott.ssa Anna Bianchi,"]);
    expect(addressed("gentile_sig", "Ingrid Conti")[0]).toBe("Gent.mo Sig.");
  });

  it.each<[Addressee["formOfAddress"], string, string, string]>([
    [null, "Mario e Anna Rossi", "Gentili", "Gentili Mario e Anna Rossi,"],
    [null, "Mario Rossi ed Elena Conti", "Gentili", "Gentili Mario Rossi ed Elena Conti,"],
    [null, "Sigg. Rossi", "Gentili", "Gentili Sigg. Rossi,"],
    [null, "Coniugi Conti", "Gentili", "Gentili Coniugi Conti,"],
    ["gentile_sig", "Mario e Anna Rossi", "Gent.mi Sigg.", "Gentili Sigg. Mario e Anna Rossi,"],
    ["gentile_sig_ra", "Anna e Lucia Rossi", "Gent.me Sig.re", "Gentili Sig.re Anna e Lucia Rossi,"],
    ["egregio", "Sigg. Rossi e Conti", "Egr.", "Egregi Sigg. Rossi e Conti,"],
    [null, "Sig.ra Eva Edera", "Gentile", "Gentile Sig.ra Eva Edera,"],
  ])("in the plural where they are several: %s, %s", (form, name, label, greeting) => {
    expect(addressed(form, name)).toEqual([label, greeting]);
  });

  it.each([
    "Rossi Costruzioni S.r.l.",
    "Condominio Le Querce",
    "Comune di Lucca",
    "Famiglia Rossi",
    "Eredi Conti",
    "Edil Conti",
    "Città di Bologna",
    "Città Metropolitana di Milano",
    "Soprintendenza ABAP",
    "Genio Civile di Pisa",
    "Vigili del Fuoco - Comando di Lucca",
    "Università degli Studi di Bergamo",
    "ARPAE Emilia-Romagna",
    "ARPA Lombardia",
    "Hotel Miramonti",
    "Farmacia Conti",
    "Falegnameria F.lli Rossi",
  ])("as Spett.le where nothing was chosen and it is %s", (name) => {
    expect(addressed(null, name)).toEqual(["Spett.le", `Spett.le ${name},`]);
  });

  it.each([
    ...[
      "Edilio Conti",
      "Mario Arpa",
      "Giuseppe Città",
      "Anna Corte",
      "Luca Consiglio",
      "Consolato Romeo",
      "Rosa Curia",
    ],
    ...["Paolo Parco", "Maria Del Giudice", "Sue Ellen Rossi", "Pina Monastero", "Ugo Museo"],
    ...["Arch. Anna Rossi - Settore Urbanistica", "Zoltan Tar", "Luigi Archivio", "Maria Consiglio Di Stato"],
    ...["Consolato Di Stefano", "Consolato D'Agostino", "Consolato Della Corte", "Consiglio Di Mauro"],
  ])("as a person whose name is like a body's: %s", (name) => {
    expect(addressed(null, name)[0]).toBe("Gentile");
  });

  it.each(
    [
      "Corte d'Appello di Bologna, Corte di Giustizia Tributaria, Giudice di Pace di Imola, TAR Emilia-Romagna, Demanio",
      "Catasto di Modena, Conservatoria dei Registri Immobiliari, Archivio di Stato, Servizio Urbanistica, SUE di Bologna",
      "SUAP Unione Reno, Municipio VIII, Roma Capitale, Segretariato Regionale, Consiglio Notarile",
      "Consolato Generale di Francia, Corte di Appello di Roma, Consiglio di Stato, SUE dell'Appennino",
      "Curia Arcivescovile, Museo Civico, Monastero di Santa Chiara, Parco Regionale dei Gessi, Protezione Civile, ACER Bologna, Poste Italiane, Enel",
    ].flatMap((names) => names.split(", ")),
  )("as Spett.le where an office is written to by its name alone: %s", (name) => {
    expect(addressed(null, name)).toEqual(["Spett.le", `Spett.le ${name},`]);
  });

  it("as Spett.le where the role is municipality, unless a form was chosen or the name is a person's with a title", () => {
    const tecnico = { name: "Ripartizione Territorio", company: null, role: "municipality" } as const;
    expect(salutation(tecnico)).toBe("Spett.le Ripartizione Territorio,");
    expect(salutation({ ...tecnico, formOfAddress: "none" })).toBeNull();
    expect(salutation({ ...tecnico, name: "Geom. Mario Conti" })).toBe("Gentile Geom. Mario Conti,");
    expect(salutation({ ...tecnico, role: "client", name: "Mario Conti" })).toBe("Gentile Mario Conti,");
  });

  it("by the company, unless the person has a form of their own", () => {
    expect(addressed(null, "Anna Bianchi", "Edil srl")).toEqual(["Spett.le", "Spett.le Edil srl,"]);
    expect(addressed("gentile_sig_ra", "Anna Bianchi", "Edil srl")[1]).toBe("Gentile Sig.ra Anna Bianchi,");
  });
});

describe("a text", () => {
  it.each([
    "Gentile signora Bianchi,\nle scriviamo",
    "**Egr. Sig. Conti**\n\nla presente",
    "OGGETTO: sopralluogo\n\nSpett.le Comune,\nsi trasmette",
    "Ing. Conti,\nla presente",
    "Buongiorno,",
    "Cara Anna, ti scrivo",
  ])("greets its reader: %j", (text) => {
    expect(greets(text)).toBe(true);
  });

  it.each([
    "",
    "Con la presente si comunica che i lavori cominciano lunedì, salvo maltempo,\ne durano tre giorni.",
    "Si trasmette il preventivo.\nCaratteristiche dei materiali: vedi allegato.",
  ])("doesn't: %j", (text) => {
    expect(greets(text)).toBe(false);
  });
});

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
