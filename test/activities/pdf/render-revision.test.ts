import { describe, expect, it } from "@jest/globals";
import { getMeta } from "unpdf";
import { renderRevisionPdf } from "../../../src/activities/pdf/render-revision.js";
import type { DocumentKind } from "../../../src/domain/vocabulary.js";
import { expectProportional } from "../../support/growth.js";
import { longBodies } from "../../support/long-documents.js";
import { volume } from "../../support/soak.js";
import { pageTexts, revisionContent } from "./sample.js";

const textOf = async (...args: Parameters<typeof revisionContent>): Promise<string> =>
  (await pageTexts(renderRevisionPdf(revisionContent(...args)))).join(" ");

const plaster = { desc: "Intonaco civile", unit: "m²", qty: 120, price: 21.333333 };
const credit = { desc: "Abbuono", unit: "a corpo", qty: 1, price: -1234.5, code: "TOS26_02.A03.010" };
const survey = { desc: "Rilievo", unit: "cad", qty: 0.375, price: 1000 };

describe("a quote", () => {
  it("shows its lines and totals in the Italian form", async () => {
    const text = await textOf({ lineItems: [plaster, credit, survey], discountPct: 12.5, vatPct: 22 });
    expect(text).toContain("N. Codice Descrizione U.M. Quantità Prezzo unitario Importo");
    expect(text).toContain("1 Intonaco civile m² 120,00 21,333333 2.560,00");
    expect(text).toContain("2 TOS26_02.A03.010 Abbuono a corpo 1,00 −1.234,50 −1.234,50");
    expect(text).toContain("3 Rilievo cad 0,375 1.000,00 375,00");
    expect(text).toContain(
      "Totale 1.700,50 € Sconto (12,5%) −212,56 € Imponibile 1.487,94 € IVA (22%) 327,35 € Totale complessivo 1.815,29 €",
    );
  });

  it("shows VAT by rate where rates differ, each with what it is charged on, and the rate of each line", async () => {
    const lineItems = [plaster, { ...survey, vatPct: 22 }];
    const text = await textOf({ lineItems, discountPct: 10, vatPct: 10 });
    expect(text).toContain("Prezzo unitario IVA Importo");
    expect(text).toContain("m² 120,00 21,333333 10% 2.560,00");
    expect(text).toContain("cad 0,375 1.000,00 22% 375,00");
    expect(text).toContain(
      "IVA (10%) su 2.304,00 € 230,40 € IVA (22%) su 337,50 € 74,25 € Totale complessivo 2.946,15 €",
    );
  });

  it("shows one VAT where all lines have the same rate of their own", async () => {
    const text = await textOf({ lineItems: [{ ...plaster, vatPct: 10 }] });
    expect(text).toContain("IVA (10%) 256,00 €");
    expect(text).not.toContain("unitario IVA");
  });

  it("shows chapters with their subtotals, and what no discount touches", async () => {
    const lineItems = [plaster, survey, { ...survey, desc: "Ponteggio", safety: true as const }];
    const sections = [
      { title: "Piano terra – Intonaci", firstLine: 0, lines: 1 },
      { title: "Sicurezza", firstLine: 2, lines: 1 },
    ];
    const text = await textOf({ lineItems, sections, discountPct: 10, vatPct: 22 });
    expect(text).toContain("Piano terra – Intonaci 1 Intonaco civile m² 120,00 21,333333 2.560,00");
    expect(text).toContain("Totale Piano terra – Intonaci 2.560,00 2 Rilievo");
    expect(text).toContain("Sicurezza 3 Ponteggio Non soggetto a ribasso");
    expect(text).toContain("Totale Sicurezza 375,00");
    expect(text).toContain("di cui costi della sicurezza non soggetti a ribasso 375,00 € Sconto (10%) −293,50 €");
  });

  it("shows one total for all lines of a chapter and of the chapters within it", async () => {
    const lineItems = [plaster, survey, plaster, survey];
    const sections = [
      { title: "Opere murarie", firstLine: 0, lines: 1 },
      { title: "Opere murarie – Rilievi", firstLine: 1, lines: 1 },
      { title: "Opere murarie", firstLine: 2, lines: 1 },
      { title: "Altro", firstLine: 3, lines: 1 },
    ];
    const text = await textOf({ lineItems, sections });
    expect(text.match(/Totale Opere murarie [\d.,]+/g)).toEqual(["Totale Opere murarie 5.495,00"]);
    expect(text).toContain("Totale Rilievi 375,00 Opere murarie (segue) 3 Intonaco");
    expect(text).toContain("Totale Opere murarie 5.495,00 Altro 4 ");
  });

  it("keeps a dash that is part of a chapter's own title", async () => {
    const sections = [
      { title: "Capitolo 10 – Sicurezza", firstLine: 0, lines: 1 },
      { title: "Capitolo 10 – Sicurezza – Ponteggi – facciata", firstLine: 1, lines: 1 },
    ];
    const text = await textOf({ lineItems: [plaster, survey], sections });
    expect(text).toContain("Totale Ponteggi – facciata 375,00 Totale Capitolo 10 – Sicurezza 2.935,00");
  });

  it("has a code column only where a line has a code", async () => {
    expect(await textOf({ lineItems: [plaster] })).toContain("N. Descrizione U.M.");
  });

  it("says who offers what to whom, and where", async () => {
    const text = await textOf({ lineItems: [plaster], revision: 2, notes: "Pagamento a 30 giorni." });
    for (const part of [
      "Studio Bianchi",
      "Studio Tecnico Associato Bianchi & Conti",
      "Collegio Geometri di Firenze n. 4521",
      "P.IVA e C.F. 01234567897",
      "Tel. +39 055 123456 · info@studiobianchi.example",
      "PEC studiobianchi@pec.example",
      "Preventivo n. 2026/0001 Firenze, 21 novembre 2026",
      "Revisione 2",
      "Spett.le Immobiliare Rossi S.r.l. c.a. Anna Rossi",
      "Oggetto Rifacimento della facciata",
      "Pratica Condominio Serragli",
      "Ubicazione Via dei Serragli 88 – Firenze",
      "Note Pagamento a 30 giorni.",
      "IBAN: IT60 X054 2811 1010 0000 0123 456",
      "Per accettazione",
      "Geom. Marco Bianchi",
      "Studio Tecnico Associato Bianchi & Conti Preventivo n. 2026/0001 · rev. 2 Pagina 1 di 1",
    ]) {
      expect(text).toContain(part);
    }
  });

  it("leaves out a VAT that was never set, and shows one of zero", async () => {
    expect(await textOf({ lineItems: [plaster] })).not.toContain("IVA (");
    expect(await textOf({ lineItems: [plaster], vatPct: 0 })).toContain("IVA (0%) 0,00 €");
  });

  it.each([
    ["midnight UTC", "2026-12-31T00:00:00.000Z"],
    ["local midnight", "2026-12-30T23:00:00.000Z"],
    ["some hour of the day", "2026-12-31T16:45:00.000Z"],
  ])("is valid through the day that %s means", async (_, validUntil) => {
    expect(await textOf({ validUntil })).toContain("Validità dell’offerta: fino al 31 dicembre 2026");
  });

  it("elides the article before the 8th and the 11th", async () => {
    expect(await textOf({ validUntil: "2026-12-11T00:00:00.000Z" })).toContain("fino all’11 dicembre 2026");
  });

  it("dates itself by the organization's own clock", async () => {
    expect(await textOf({ issuedAt: "2026-12-31T23:30:00.000Z" })).toContain("Firenze, 1° gennaio 2027");
  });

  it("repeats the table's header and numbers its pages over 140 lines", async () => {
    const lineItems = Array.from({ length: 140 }, (_, i) => ({ ...plaster, desc: `Lavorazione ${i + 1}` }));
    const pages = await pageTexts(renderRevisionPdf(revisionContent({ lineItems, vatPct: 10 })));
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Pagina ${index + 1} di ${pages.length}`);
      if (page.includes("Lavorazione")) expect(page).toContain("Quantità Prezzo unitario Importo");
    }
    expect(pages.join(" ")).toContain("140 Lavorazione 140 m² 120,00");
    expect(pages.at(-1)).toContain("Totale 394.240,00 €");
  });
});

it.each<[DocumentKind, string]>([
  ["preventivo", "Preventivo"],
  ["engagement_letter", "Lettera d’incarico"],
  ["delegation", "Delega"],
  ["perizia", "Perizia"],
  ["report", "Relazione"],
  ["plan", "Elaborato"],
  ["letter", "Lettera"],
  ["generic", "Documento"],
])("calls a %s by its Italian name", async (kind, name) => {
  const text = await textOf({ kind });
  expect(text).toContain(`${name} n. 2026/0001 Firenze, 21 novembre 2026`);
  expect(text.includes("Per accettazione")).toBe(kind === "preventivo" || kind === "engagement_letter");
});

it("sets a letter without table, totals or bank data", async () => {
  const text = await textOf({ kind: "letter", body: "Gentile Dottoressa,\n\nsi trasmette\nquanto richiesto." });
  expect(text).toContain("Gentile Dottoressa, si trasmette quanto richiesto. Geom. Marco Bianchi");
  for (const part of ["Descrizione", "Totale", "IBAN"]) expect(text).not.toContain(part);
});

it("needs nothing but a number, a title and the organization's name", async () => {
  const nothing = { legalName: null, vatNumber: null, taxCode: null, address: null, email: null, pec: null };
  const issuer = { ...nothing, phone: "", professionalOrder: "", iban: "", signature: "", logo: "" };
  const text = await textOf({ kind: "generic", counterparty: null, project: null, body: "", notes: "", issuer });
  expect(text).toBe(
    "Studio Bianchi Documento n. 2026/0001 del 21 novembre 2026 Oggetto Rifacimento della facciata " +
      "Studio Bianchi Studio Bianchi Documento n. 2026/0001 Pagina 1 di 1",
  );
});

describe("text that people write", () => {
  it("stays text where it looks like the typesetter's markup", async () => {
    const markup = "#import data.json: * $x^2$ <label> @ref \\ #[raw] & // fine";
    const text = await textOf({
      title: markup,
      body: markup,
      notes: `= ${markup}`,
      lineItems: [{ desc: markup, unit: "#m", qty: 1, price: 1, code: "$A$" }],
      issuer: { name: "#panic()" },
    });
    expect(text.split(markup)).toHaveLength(5);
    expect(text).toContain("#panic()");
    expect(text).toContain("$A$");
  });

  it("is shown as near as the fonts can, whatever its characters", async () => {
    const body = "Fatto ✅ ⌀20 ①\u0007\u202e 中 \ue000 fine\u2028a capo \ufeffancora";
    expect(await textOf({ body })).toContain("Fatto ✅ Ø20 1 □ □ fine a capo ancora");
  });

  it("has no empty box for a ticked one, nor for a diameter or a bullet of Word's", async () => {
    const body = "☐ CILA ☒ SCIA, tondini ∅12 ➔ getto\u2005\uf0b7 casseri";
    expect(await textOf({ body })).toContain("☐ CILA [×] SCIA, tondini Ø12 → getto • casseri");
  });

  it("never stops the document: every character there is, at every place", () => {
    const points = Array.from({ length: 0x1ffff }, (_, i) => i + 1).filter((point) => point < 0xd800 || point > 0xdfff);
    const all = points.reduce((text, point) => text + String.fromCodePoint(point) + (point % 200 ? "" : "\n"), "");
    expect(() => renderRevisionPdf(revisionContent({ body: all, title: all.slice(0, 3000) }))).not.toThrow();
  });

  it("flows over pages where a description is very long, with or without spaces", async () => {
    const description = `${"parola ".repeat(714)}fine.`;
    const lineItems = [
      { desc: description, unit: "", qty: 1e300, price: -0.001 },
      { desc: "y".repeat(5000), unit: "unità di misura", qty: 123456789.123456, price: 9999999.123456 },
    ];
    const text = (await textOf({ lineItems })).replaceAll("\u200b", "");
    expect(text).toContain("parola fine.");
    expect(text.match(/y/g)?.length).toBeGreaterThanOrEqual(5000);
    expect(text.replaceAll(" ", "")).toContain("123.456.789,123456");
  });
});

describe("what is very long", () => {
  // Five times as long: test/soak.
  it.each(longBodies)("is set in a time that grows with it: %s", async (_, body) => {
    const input = (characters: number) => revisionContent({ body: body(characters) });
    await expectProportional({
      input,
      work: (content) => renderRevisionPdf(content),
      small: 1_500,
      large: volume(15_000, 57_000),
    });
  });

  it("loses no word of a paragraph", async () => {
    const body = Array.from({ length: 3_000 }, (_, n) => `parola${n}`).join(" ");
    const text = (await textOf({ body })).replace(/[-\s]/g, "");
    expect(Array.from({ length: 3_000 }, (_, n) => `parola${n}`).filter((word) => !text.includes(word))).toEqual([]);
  });

  it("is cut in the file's properties, which hold no more", async () => {
    const pdf = renderRevisionPdf(
      revisionContent({ title: "Rilievo ".repeat(9_000), issuer: { name: "S".repeat(40_000) } }),
    );
    const { info } = await getMeta(new Uint8Array(pdf));
    expect(String(info.Title)).toMatch(/^Preventivo n. 2026\/0001: Rilievo .*…$/);
  });
});

describe("the file", () => {
  it("is the same, byte for byte, for the same content", () => {
    const content = revisionContent({ lineItems: [plaster, credit], vatPct: 22 });
    const first = renderRevisionPdf(content);
    renderRevisionPdf(revisionContent({ title: "Altro" }));
    expect(renderRevisionPdf(structuredClone(content)).equals(first)).toBe(true);
  });

  it("is archival, in Italian, and dated by its issue", async () => {
    const pdf = renderRevisionPdf(revisionContent({ lineItems: [plaster] }));
    const { info } = await getMeta(new Uint8Array(pdf));
    expect(info).toMatchObject({
      Title: "Preventivo n. 2026/0001: Rifacimento della facciata",
      Author: "Studio Bianchi",
      Language: "it-IT",
    });
    expect(info.CreationDate).toMatch(/^D:20261121093000/);
    expect(pdf.toString("latin1")).toMatch(/<pdfaid:part>2<\/pdfaid:part><pdfaid:conformance>A</);
  });
});
