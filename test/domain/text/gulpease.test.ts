import { describe, expect, it } from "@jest/globals";
import { gulpease, textFigures } from "../../../src/domain/text/gulpease.js";
import { volume } from "../../support/soak.js";

const rate = (text: string) => gulpease(textFigures(text));
const sentences = (text: string) => textFigures(text).sentences;
const plain =
  "Buongiorno signora. La sua pratica è pronta. Il comune ha dato il via. Può iniziare i lavori lunedì. " +
  "La ditta porta i mattoni alle otto. Io vengo in cantiere nel pomeriggio. A presto.";
const bureaucratic =
  "Con riferimento all'istanza precedentemente presentata, si comunica conseguentemente l'intervenuta improcedibilità " +
  "amministrativa determinata dall'insussistenza documentale concernente l'asseverazione tecnica obbligatoriamente " +
  "prescritta dalla normativa urbanistica regionale vigente relativamente alle caratteristiche morfotipologiche dell'edificazione.";

describe("gulpease", () => {
  it("is 89 + (300 × sentences − 10 × letters) / words", () => {
    expect(gulpease({ words: 100, sentences: 5, letters: 500, uppercaseLetters: 0, longSentences: [] }).value).toBe(54);
    expect(gulpease({ words: 90, sentences: 4, letters: 487, uppercaseLetters: 0, longSentences: [] }).value).toBe(
      48.2,
    );
  });

  it("stays between 0 and 100", () => {
    expect(rate("Sì. No. ".repeat(20))).toEqual({ index: "gulpease", value: 100, level: "easy" });
    expect(rate("precipitevolissimevolmente ".repeat(40))).toEqual({ index: "gulpease", value: 0, level: "very_hard" });
  });

  it("rates a plain letter above an office's prose", () => {
    expect(rate(plain).level).toBe("easy");
    expect(rate(bureaucratic).level).toBe("very_hard");
  });

  it("doesn't rate fewer than 30 words", () => {
    expect(rate("parola ".repeat(29))).toEqual({ index: "gulpease", value: null, level: "not_rated" });
    expect(rate("")).toEqual({ index: "gulpease", value: null, level: "not_rated" });
    expect(rate("parola ".repeat(30)).value).not.toBeNull();
  });
});

describe("textFigures", () => {
  it("ends sentences at marks before a space or the end", () => {
    expect(sentences("Prima. Seconda! Terza? Quarta; quinta: sesta")).toBe(6);
    expect(sentences("«Va bene.» Poi basta.")).toBe(2);
    expect(sentences("Che bello... Davvero?!")).toBe(2);
  });

  it("keeps abbreviations, initials and decimals whole", () => {
    expect(
      sentences(
        "Ai sensi dell'art. 20 del D.P.R. 380/2001 il geom. G. Rossi, n. 123 dell'albo, chiede 1.250,50 euro per 12.5 mq. di parete",
      ),
    ).toBe(1);
    expect(sentences("L'ing. Bianchi e l'arch. Verdi (lett. c. 3) firmano. Poi partono.")).toBe(2);
    expect(sentences("Paghi entro trenta giorni più IVA. Grazie.")).toBe(2);
  });

  it("ends a sentence at list items and blank lines", () => {
    expect(sentences("Comprende:\n- rilievo\n- disegni\n  di progetto\n1) pratica")).toBe(4);
    expect(sentences("Oggetto della lettera\n\nGentile cliente")).toBe(2);
    expect(sentences("una riga\nche va a capo")).toBe(1);
  });

  it("counts letters only, and numbers as words", () => {
    expect(textFigures("L'edificio è alto 12,5 m")).toMatchObject({ words: 6, letters: 15, sentences: 1 });
    expect(textFigures("ABC def 1")).toMatchObject({ uppercaseLetters: 3, letters: 6 });
    expect(textFigures(" . ! ? ")).toMatchObject({ words: 0, sentences: 0 });
  });

  it("returns the beginnings of sentences of more than 40 words", () => {
    const { longSentences } = textFigures(`${"parola ".repeat(40)}. Il lotto ${"confina ".repeat(39)}.`);
    expect(longSentences).toEqual([expect.stringMatching(/^Il lotto confina .{40,50}…$/)]);
  });

  it("reads much hostile text to its end", () => {
    for (const piece of ["a", "a.", ". ", "a. ", "- ", "\n", "( ", "«", "1) a\n", "à’ "])
      expect(textFigures(piece.repeat(volume(200_000, 1_000_000) / piece.length)).longSentences.length).toBeLessThan(
        1_000_000,
      );
  });
});
