import { describe, expect, it } from "@jest/globals";
import { findings, foundBy, quote } from "./sample.js";

const says = (text: string, changes = {}) =>
  foundBy("R28", quote({ body: `Cliente C.F. MRTMTT91D08F205J.\n${text}`, ...changes }));

describe("R28 dates", () => {
  it.each([
    "31/02/2027",
    "Il 31 novembre 2026",
    "il 30 febbraio",
    "29.02.2027",
    "32/01/2027",
    "10-13-2026",
    "0/5/2026",
  ])("don't exist: %s", (text) => {
    expect(says(text)).toEqual(["error R28_IMPOSSIBLE_DATE /body"]);
  });

  it.each([
    "28/02/2027",
    "29 febbraio",
    "29/02/2028",
    "1° gennaio 2027",
    "D.P.R. 380/2001, artt. 20 e 23",
    "prot. n. 45/13/2024",
    "voce 01.45.2020",
    "Codice TOS25_01.F04.010.001",
    "tel. 0583.12.3456",
    "15 marzo e 16 aprile",
    "Viale 24 Maggio, largo 31 Aprilante",
  ])("are right, or aren't dates: %s", (text) => {
    expect(says(text)).toEqual([]);
  });

  it.each(["lunedì 21 novembre 2026", "Sabato 22/11/2026", "venerdi' 25 dicembre 2027", "domenica, 21.11.2026"])(
    "have another weekday: %s",
    (text) => {
      expect(says(text)).toEqual(["error R28_WRONG_WEEKDAY /body"]);
    },
  );

  it.each(["sabato 21 novembre 2026", "Domenica 22/11/2026", "lunedì 23 novembre", "lunedì il 23.11.2026"])(
    "have their weekday: %s",
    (text) => {
      expect(says(text)).toEqual([]);
    },
  );

  it("are reported with the right weekday", () => {
    const [finding] = findings(quote({ body: "C.F. MRTMTT91D08F205J. Vediamoci lunedì 21 novembre 2026." }));
    expect(finding?.message).toBe("La data «lunedì 21 novembre 2026» è sbagliata: quel giorno è sabato.");
  });
});

describe("R28 validity in the text", () => {
  it("is the document's own", () => {
    expect(says("Il preventivo è valido fino al 31/01/2027.")).toEqual([]);
    expect(says("La presente offerta ha validità fino al 31 gennaio 2027.")).toEqual([]);
    for (const day of ["al 28/02/2027", "all'8 febbraio 2027", "all’11.02.2027"])
      expect(says(`Il preventivo è valido fino ${day}.`)).toEqual(["error R28_OTHER_VALIDITY /body"]);
    expect(says("La presente offerta ha validità sino al 31 dicembre 2026.")).toHaveLength(1);
  });

  it("isn't the validity of something else", () => {
    expect(says("Il DURC è valido fino al 28/02/2027.")).toEqual([]);
    expect(says("Il preventivo è del 20/11/2026.")).toEqual([]);
    expect(says("Il preventivo è valido fino al 28/02/2027.", { kind: "letter" })).toEqual([]);
    expect(says("Il preventivo è valido fino al 28/02/2027.", { validUntil: null })).toEqual([]);
  });
});

describe("R28 amounts in words", () => {
  it.each([
    "€ 1.500,00 (millecinquecento/00)",
    "€ 1.500,00 (euro millecinquecento/00)",
    "1.500,50 euro (diconsi euro millecinquecento/50)",
    "euro 1.200 (milleduecento)",
    "euro millecinquecento/00 (€ 1.500,00)",
    "€ 2.000 (oltre IVA)",
    "€ 2.000 (due rate)",
    "€ 2.000,40 (duemila)",
    "1 500,00 € (millecinquecento/00)",
    "€ 1'500 (millecinquecento)",
  ])("agree with the figures, or aren't amounts: %s", (text) => {
    expect(says(text, { kind: "letter" })).toEqual([]);
  });

  it.each([
    "€ 1.500,00 (milleseicento/00)",
    "€ 1.500,00 (millecinquecento/50)",
    "1.500,00 euro (euro quindicimila/00)",
    "euro millecinquecento/00 (€ 1.600,00)",
    "€ 1 500 (milleseicento)",
  ])("differ from the figures: %s", (text) => {
    expect(says(text, { kind: "letter" })).toEqual(["error R28_WRONG_WORDS /body"]);
  });
});
