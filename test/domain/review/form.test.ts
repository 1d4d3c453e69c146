import { describe, expect, it } from "@jest/globals";
import type { DocumentKind } from "../../../src/domain/vocabulary.js";
import { found, foundBy, quote } from "./sample.js";

describe("R30 form", () => {
  const titled = (title: string, kind: DocumentKind) => foundBy("R30", quote({ title, kind }));

  it("has a title", () => {
    expect(titled("  ", "preventivo")).toEqual(["warning R30_NO_TITLE /title"]);
  });

  it.each([
    ["Preventivo ristrutturazione", "letter"],
    ["Offerta n. 3", "report"],
    ["Lettera d’incarico", "preventivo"],
    ["Delega al geometra", "engagement_letter"],
    ["Relazione tecnica", "letter"],
    ["Perizia di stima", "preventivo"],
  ] as const)("needs a title of its kind: %s isn't the title of a %s", (title, kind) => {
    expect(titled(title, kind)).toEqual(["warning R30_TITLE_AND_KIND /title"]);
  });

  it.each([
    ["Preventivo ristrutturazione", "preventivo"],
    ["Casa Bianchi", "preventivo"],
    ["Lettera di trasmissione del preventivo", "letter"],
    ["Relazione di stima", "perizia"],
    ["Perizia", "report"],
    ["Relazionarsi con il Comune", "letter"],
  ] as const)("may have this title: %s, a %s", (title, kind) => {
    expect(titled(title, kind)).toEqual([]);
  });

  it("needs a body where its kind has one", () => {
    for (const kind of ["letter", "report", "engagement_letter", "delegation", "perizia"] as const) {
      expect(foundBy("R30", quote({ kind, body: " " }))).toEqual(["warning R30_NO_BODY /body"]);
    }
    for (const kind of ["preventivo", "plan", "generic"] as const)
      expect(foundBy("R30", quote({ kind, body: null }))).toEqual([]);
  });

  it.each(["In allegato la planimetria.", "Si allega copia.", "Alleghiamo le foto.", "Allegati: tavole 1 e 2"])(
    "reports attachments that aren't sent: %s",
    (body) => {
      expect(foundBy("R30", quote({ kind: "letter", body }))).toEqual(["warning R30_ATTACHMENTS /body"]);
      expect(foundBy("R30", quote({ kind: "report", body }))).toEqual(["info R30_ATTACHMENTS /body"]);
    },
  );

  it.each(["Secondo l'allegato A del regolamento.", "L'Allegato I.7 del codice.", "Nessun documento."])(
    "accepts other annexes: %s",
    (body) => {
      expect(foundBy("R30", quote({ kind: "letter", body }))).toEqual([]);
    },
  );
});

const says = (body: string) => found(quote({ body: `C.F. MRTMTT91D08F205J. ${body}` }));

describe("R32 typing", () => {
  it.each(["La casa di di Lucca.", "Il il muro è alto.", "Il muro che che cade."])("repeats a word: %s", (text) => {
    expect(says(text)).toEqual(["info R32_REPEATED_WORD /body"]);
  });

  it.each(["Via via che arrivano.", "Il prezzo. Prezzo netto.", "Pago Pago è lontana.", "muro a a 2 m", "10 10"])(
    "repeats no word: %s",
    (text) => {
      expect(says(text)).toEqual([]);
    },
  );

  it("finds double spaces between words, not columns", () => {
    expect(says("Il  muro. È  alto.")).toEqual(["info R32_TWO_SPACES /body"]);
    expect(says("Il muro      120,00      15,00")).toEqual([]);
    expect(says("Il muro.\n  - voce")).toEqual([]);
  });

  it.each(["Il muro (in pietra è alto.", "Il muro) è alto.", "Si dice «alto.", 'Si dice "alto.', "[nota"])(
    "has an unmatched pair: %s",
    (text) => {
      expect(says(text)).toEqual(["info R32_UNMATCHED_PAIR /body"]);
    },
  );

  it.each([
    "Il muro (in pietra [e malta]) è «alto».",
    "Si fa così:\na) primo\nb) secondo\n1) terzo",
    'Tubo da 1" e da 1/2". Si dice "alto".',
    "43° 50' 30\"",
  ])("has only matched pairs: %s", (text) => {
    expect(says(text)).toEqual([]);
  });
});

describe("R32 addresses", () => {
  it.each([
    "IBAN IT60X0542811101000000123456",
    "IBAN: IT60 X054 2811 1010 0000 0123 456 intestato a Paolo",
    "Iban it60x0542811101000000123456.",
    "su IT60X0542811101000000123456 BANCA TOSCANA",
    "IBAN: DE89 3704 0044 0532 0130 00",
    "Il codice IBAN è in fattura.",
    "P.IVA IT00743110157",
  ])("have a valid IBAN, or none: %s", (text) => {
    expect(says(text)).toEqual([]);
  });

  it.each([
    "IBAN IT60X0542811101000000123457",
    "IBAN: IT60 X054 2811 1010 0000 0123 45 intestato a Paolo",
    "su IT61X0542811101000000123456",
    "IBAN: DE89 3704 0044 0532 0130 01",
  ])("have an invalid IBAN: %s", (text) => {
    expect(says(text)).toEqual(["error R32_WRONG_IBAN /body"]);
  });

  it.each([
    "Scriva a studio@example.it.",
    "<studio@pec.example.it>",
    "mailto:a@example.it",
    "2 m³ @ 10 euro",
    "@studioneri",
  ])("have valid mail addresses, or none: %s", (text) => {
    expect(says(text)).toEqual([]);
  });

  it.each(["Scriva a studio@@example.it.", "studio@example", "studio..neri@example.it", "neri@exam_ple.it"])(
    "have invalid mail addresses: %s",
    (text) => {
      expect(says(text)).toEqual(["info R32_WRONG_ADDRESS /body"]);
    },
  );
});
