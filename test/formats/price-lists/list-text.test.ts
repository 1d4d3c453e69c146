import { describe, expect, it } from "@jest/globals";
import { chapterOf, joinedTexts, titleOf } from "../../../src/formats/price-lists/list-text.js";

describe("the texts of an entry", () => {
  it.each([
    [["Scavo", "Scavo in roccia"], "Scavo in roccia"],
    [["Scavo", "Scavo"], "Scavo"],
    [["A", "Abete"], "A\nAbete"],
    [["Tubo del diametro di 2", "2"], "Tubo del diametro di 2\n2"],
    [["  Posa \r\n\r\n di  tubi\t", undefined, "-", ""], "Posa\ndi tubi"],
  ])("%j are joined without saying one twice", (texts, joined) => {
    expect(joinedTexts(texts)).toBe(joined);
  });

  it("give titles by their first lines, no longer than a heading is", () => {
    expect(titleOf("DEMOLIZIONE.\nEseguita con qualsiasi mezzo")).toBe("DEMOLIZIONE");
    expect(titleOf("parola ".repeat(100)).length).toBeLessThan(205);
    expect(chapterOf(["OPERE", "Opere", "", undefined, "Scavi:"])).toBe("OPERE – Scavi");
    expect(chapterOf([""])).toBeNull();
  });
});
