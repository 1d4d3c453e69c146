import { describe, expect, it } from "@jest/globals";
import { snippet } from "../../../src/db/search/snippet.js";

const filler = "parole di contorno ".repeat(50);

describe("snippet", () => {
  it("gives a short text whole, on one line", () => {
    expect(snippet("Relazione\n\n tecnica ", ["tecnic"])).toBe("Relazione tecnica");
    expect(snippet("", ["tecnic"])).toBe("");
  });

  it("cuts a long one around the first word found, whatever its accents and ending", () => {
    const cut = snippet(`${filler} la CITTÀ antica ${filler}`, ["citt"]);
    expect(cut).toMatch(/^…\S.*la CITTÀ antica.*…$/);
    expect(cut.length).toBeLessThanOrEqual(202);
  });

  it("finds a word whose accents are written otherwise than it is sought", () => {
    expect(snippet(`${filler} ecco (perché no) ${filler}`, ["perche"])).toMatch(/^…\S.*ecco \(perché no\).*…$/);
  });

  it("gives a text with much white space around it whole, and ends at its end", () => {
    expect(snippet(`${"\r\n\t".repeat(200)}Buongiorno geometra${" ".repeat(500)}`, ["altro"])).toBe(
      "Buongiorno geometra",
    );
    expect(snippet(`${filler}fine trovata`, ["trovat"])).toMatch(/^….*fine trovata$/);
  });

  it("cuts a very long one around a word that is written as it is sought, before one that is not", () => {
    const cut = snippet(`${filler.repeat(3)} il deposito di Nicolò ${filler.repeat(3)}`, ["nicol"]);
    expect(cut).toMatch(/^…\S.*deposito di Nicolò.*…$/);
    expect(cut.length).toBeLessThanOrEqual(202);
    expect(snippet(`Deposito ${filler.repeat(2)}`, ["deposit"])).toMatch(/^Deposito parole.*…$/);
  });

  it("begins at the beginning where nothing was found in the text itself", () => {
    expect(snippet(filler, ["altro"])).toMatch(/^parole di contorno .*…$/);
  });

  it("finds a word after another of thousands of letters, and cuts no character in half", () => {
    expect(snippet(`${"x".repeat(5_000)} trovato ${filler}`, ["trovat"])).toMatch(/^…trovato/);
    for (const before of ["", "x"])
      expect(snippet(`${before}${"😀".repeat(500)}`, ["altro"]).isWellFormed()).toBe(true);
  });
});
