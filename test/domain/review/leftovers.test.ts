import { describe, expect, it } from "@jest/globals";
import { findings, foundBy, line, quote } from "./sample.js";

const says = (text: string) => foundBy("R18", quote({ body: `Buongiorno.\n${text}\nSaluti.` }));

describe("R18 leftovers", () => {
  it.each([
    "Gentile [nome cliente],",
    "Importo [...] oltre IVA",
    "Importo […] oltre IVA",
    "[inserire indirizzo]",
    "[DA COMPLETARE]",
    "Gentile {{name}},",
    "Gentile <<cognome>>,",
    "Via XXX 12",
    "telefono xxxx",
    "TODO controllare il prezzo",
    "Superficie ??? m²",
    "Lorem ipsum dolor sit amet",
    "Il sottoscritto ________ nato a ________",
    "Data di nascita ____________",
    "Residente in via ____________",
    "Committente: ____________",
    "La superficie è di ____ m²",
    "il cliente ______ residente in ______ versa la somma",
  ])("are found: %s", (text) => {
    expect(says(text)).toEqual(["error R18_LEFTOVER /body"]);
  });

  it.each([
    "Firma ____________",
    "Luogo e data ____________",
    "Lucca, lì ____________",
    "Firma leggibile del delegante ____________",
    "Il committente ____________",
    "Il tecnico                    Il committente\n_______________      _______________",
    "Geom. Paolo Neri ______________",
    "Per accettazione: firma ____________",
    "La norma dice: «il tecnico [...] risponde».",
    'Si legge "il tecnico [...] risponde" nel bando.',
    "Il Titolo XXX e il capo XXXII del codice",
    "Il metodo todo, lo xx secolo",
    "Si veda la nota [1] e la tavola [B].",
    "[x] cucina [ ] bagno",
    "Totale .......... € 100",
    "Codice voce AXXX12",
  ])("aren't found: %s", (text) => {
    expect(says(text)).toEqual([]);
  });

  it("are looked for in title, notes and lines", () => {
    const everywhere = quote({
      title: "Preventivo per {{cliente}}",
      notes: "Acconto del XXX per cento",
      lineItems: [line(), line({ desc: "Fornitura di [...] in legno" })],
    });
    expect(foundBy("R18", everywhere)).toEqual([
      "error R18_LEFTOVER /title",
      "error R18_LEFTOVER /notes",
      "error R18_LEFTOVER /lineItems/1/desc",
    ]);
  });

  it("are quoted, at most three of them", () => {
    const [finding] = findings(quote({ body: "{{a}} {{b}} {{a}} {{c}} {{d}}" })).filter(({ code }) =>
      /^R18/.test(code),
    );
    expect(finding?.message).toBe("Restano parti da compilare: «{{a}}», «{{b}}», «{{c}}» e altri.");
  });
});
