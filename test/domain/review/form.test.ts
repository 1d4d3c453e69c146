import { describe, expect, it } from "@jest/globals";
import { isIban } from "../../../src/domain/contacts/tax-codes.js";
import { documentWarnings, warnsOfError } from "../../../src/domain/review/warnings.js";
import type { DocumentKind } from "../../../src/domain/vocabulary.js";
import { findings, found, foundBy, quote } from "./sample.js";

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

  it.each([
    ["In allegato il preventivo richiesto.", "preventivo"],
    ["Vi trasmettiamo in allegato il nostro miglior preventivo.", "preventivo"],
    ["Si allega l'offerta, come d'accordo.", "preventivo"],
    ["Le invio il preventivo in allegato.", "preventivo"],
    ["In allegato il presente disciplinare.", "engagement_letter"],
  ] as const)("doesn't take the document itself for an attachment: %s", (body, kind) => {
    expect(foundBy("R30", quote({ kind, body }))).toEqual([]);
  });

  it.each([
    ["In allegato il preventivo e la planimetria.", "preventivo"],
    ["In allegato il preventivo. Si allega copia della polizza.", "preventivo"],
    ["In allegato il preventivo.", "letter"],
    ["In allegato il preventivo dell'impresa Rossi.", "preventivo"],
    ["In allegato i preventivi delle imprese.", "preventivo"],
  ] as const)("reports what else is attached: %s", (body, kind) => {
    expect(foundBy("R30", quote({ kind, body }))).toEqual(["warning R30_ATTACHMENTS /body"]);
  });

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

  it("has an unmatched pair among characters of which none is quoted by half", () => {
    for (const text of [`${"🏠".repeat(20)} (${"🏠".repeat(20)}`, `${"🏠".repeat(20)} (x${"🏠".repeat(20)}`])
      expect(findings(quote({ body: text })).filter(({ message }) => !message.isWellFormed())).toEqual([]);
  });

  it.each([
    "Il muro (in pietra [e malta]) è «alto».",
    "Si fa così:\na) primo\nb) secondo\n1) terzo",
    'Tubo da 1" e da 1/2". Si dice "alto".',
    "43° 50' 30\"",
  ])("has only matched pairs: %s", (text) => {
    expect(says(text)).toEqual([]);
  });
});

describe("R32 IBANs of others", () => {
  const own = "IT60X0542811101000000123456";
  const other = "DE89 3704 0044 0532 0130 00";
  const body = (iban: string) => `C.F. MRTMTT91D08F205J. Pagamento con bonifico, IBAN: ${iban} intestato a Paolo.`;

  it("are named with the last digits of both", () => {
    expect(findings(quote({ body: body(other) }, { ownIban: own }))).toMatchObject([
      {
        severity: "warning",
        code: "R32_OTHER_IBAN",
        field: "/body",
        message: "L'IBAN che finisce con «3000» non è quello dello studio, che finisce con «3456».",
      },
    ]);
  });

  it("are named with the place where they differ, if both end alike", () => {
    const slip = "IT86X0542811101000500123456";
    expect(isIban(slip)).toBe(true);
    const input = quote({ body: body(slip) }, { ownIban: own });
    expect(findings(input)[0]?.message).toBe(
      "L'IBAN scritto non è quello dello studio: dal carattere 19 si legge «5001» invece di «0001».",
    );
    expect(documentWarnings(input)[0]?.detail).toBe(
      "The document's body holds an IBAN that is not the organization's own; from character 19 on the two read: «5001», «0001».",
    );
  });

  it("are none where it is the own, however it is written, or no own is known", () => {
    for (const [iban, ownIban] of [
      ["it60 X054 2811 1010 0000 0123 456", own],
      [own, "IT60 X054 2811 1010 0000 0123 456"],
      [other, null],
    ] as const)
      expect(found(quote({ body: body(iban) }, { ownIban }))).toEqual([]);
  });

  it("are a warning before the document is issued, and no error", () => {
    const warnings = documentWarnings(quote({ body: body(other) }, { ownIban: own }));
    expect(warnings).toMatchObject([{ code: "R32_OTHER_IBAN", pointer: "/body" }]);
    expect(warnings[0]?.detail).toBe(
      "The document's body holds an IBAN that is not the organization's own; the two end in these digits: «3000», «3456».",
    );
    expect(warnings.filter(warnsOfError)).toEqual([]);
  });
});

describe("R35 a typed signature", () => {
  it("is a warning before the document is issued, and no error", () => {
    const warnings = documentWarnings(quote({ body: `${letter}\n\nGeom. Mario Rossi` }));
    expect(warnings.map(({ detail }) => detail)).toEqual([
      "The document's body ends in a typed signature, though the PDF prints a block for signatures below it: «Geom. Mario Rossi».",
    ]);
    expect(warnings.filter(warnsOfError)).toEqual([]);
  });

  const letter = "C.F. MRTMTT91D08F205J.\n\nIl muro è stato riparato.\n\nDistinti saluti";
  it.each([
    "Geom. Mario Rossi",
    "Firma ____________________",
    "Il tecnico\n____________________",
    "Il tecnico\nGeom. Mario Rossi",
    "Il Direttore dei Lavori\n____________________",
    "La coordinatrice per la sicurezza in fase di esecuzione\n\n____________________",
    "Il coordinatore:",
    "Il consulente tecnico d'ufficio\n____________________",
    "Il C.T.U.\n____________________",
    "Il DL",
    "Dott. Arch. Anna De' Bianchi",
    "Lucca, ____________\n\nIl tecnico: ing. Carlo Verdi",
    "Luogo e data ____________   \nFirma del committente ____________",
    "L'impresa ____________\n\nIl committente ____________",
    "L'impresa garantisce i lavori per due anni.\n\nIl tecnico ____________",
  ])("is named: %s", (end) => {
    expect(found(quote({ body: `${letter}\n\n${end}` }))).toEqual(["info R35_TYPED_SIGNATURE /body"]);
  });

  it.each([
    "",
    "Lo studio resta a disposizione.",
    "Il tecnico incaricato è il geom. Mario Rossi.",
    "Il direttore dei lavori\n____________________\n\nL'impresa\n____________________",
    "L'impresa\n____________________\n\nIl direttore dei lavori\n____________________",
    "Presenti:\nIl committente\nL'impresa\nIl direttore dei lavori",
    "Copia a:\nil direttore dei lavori\nil coordinatore",
    "Ai sensi degli artt. 1341 e 1342 c.c. il cliente approva la clausola 9 (foro).\n\nFirma ____________",
    "- rilievo dell'arch. Elena Riva\n- firma digitale",
  ])("is none: %s", (end) => {
    expect(found(quote({ body: `${letter}.\n\n${end}` }))).toEqual([]);
  });

  it("of the client is none where the PDF has no block for it", () => {
    const end = "Firma del committente ____________";
    const codes = (kind: "letter" | "preventivo") =>
      found(quote({ kind, body: `${letter}\n\n${end}` })).filter((one) => one.includes("R35"));
    expect([codes("letter"), codes("preventivo")]).toEqual([[], ["info R35_TYPED_SIGNATURE /body"]]);
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
