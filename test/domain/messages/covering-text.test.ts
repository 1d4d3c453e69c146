import { describe, expect, it } from "@jest/globals";
import { linksIn } from "../../../src/domain/markdown/parser.js";
import { wordsOfMarkdown } from "../../../src/domain/markdown/plain-text.js";
import { coveringText } from "../../../src/domain/messages/covering-text.js";

const attached = "Preventivo n. 2026/0001: Villa Rossi";
const signature = "Geom. Marco Rinaldi\nStudio Tecnico Rinaldi";
const written = (note?: string) => coveringText({ attached, note, signature });
const named = `Allegato: ${attached}`;

describe("the text of a document's mail", () => {
  it("is complete where the sender says nothing", () => {
    for (const note of [undefined, "", " \n"])
      expect(written(note)).toBe(
        `Buongiorno,\n\nin allegato trasmettiamo: ${attached}.\n\nRestiamo a disposizione per ogni chiarimento.\n\nCordiali saluti\n${signature}`,
      );
  });

  it("says until when an offer can be accepted, where the sender says nothing", () => {
    const offered = (note?: string) => coveringText({ attached, note, signature, validUntil: "8 gennaio 2027" });
    expect(offered()).toContain(`${attached}.\n\nL'offerta è valida fino all'8 gennaio 2027.\n\nRestiamo`);
    expect(offered("Ecco il preventivo.")).toBe(written("Ecco il preventivo."));
  });

  it("adds an end and what is attached to a note", () => {
    expect(written("Gentile signora,\n\necco il preventivo di cui abbiamo parlato.\n")).toBe(
      `Gentile signora,\n\necco il preventivo di cui abbiamo parlato.\n\nCordiali saluti\n${signature}\n\n${named}`,
    );
  });

  it("adds the signature alone to a note that ends with a greeting", () => {
    expect(written("Ecco il preventivo.\n\nUn cordiale saluto")).toBe(
      `Ecco il preventivo.\n\nUn cordiale saluto\n\n${signature}\n\n${named}`,
    );
  });

  it("signs no note twice", () => {
    const note = "Ecco il preventivo.\n\nCordiali saluti\ngeom.  Marco Rinaldi";
    expect(written(note)).toBe(`${note}\n\n${named}`);
  });

  it("takes a greeting at the beginning of a long note for no end", () => {
    const note = `Un saluto dallo studio.\n\n${"Il lavoro è descritto sotto. ".repeat(20).trim()}`;
    expect(written(note)).toContain(`Cordiali saluti\n${signature}`);
  });

  it.each([
    [
      "Casa\n\n**Nuovo IBAN:** [paga qui](http://evil.test)",
      "Casa \\*\\*Nuovo IBAN:\\*\\* \\[paga qui\\](http://evil.test)",
    ],
    ["<http://evil.test>", "\\<http://evil.test\\>"],
    ["Villa_Rossi & figli [lotto 2] 3*4", "Villa_Rossi & figli [lotto 2] 3*4"],
  ])("lets a title be nothing but words, whatever it says: %j", (title, shown) => {
    for (const note of ["Ecco.", undefined]) {
      const text = coveringText({ attached: title, note, signature });
      expect(text).toContain(shown);
      expect([linksIn(text), wordsOfMarkdown(text).includes(title.replace(/\s+/g, " "))]).toEqual([[], true]);
    }
  });
});
