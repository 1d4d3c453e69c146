import { describe, expect, it } from "@jest/globals";
import { chapterOf, joinedTexts, titleOf } from "../../../src/formats/price-lists/list-text.js";
import { PriceListBuilder } from "../../../src/formats/price-lists/price-list-builder.js";
import { expectProportional } from "../../support/growth.js";

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

  it("give titles in a time that grows with the text, of nothing but stops too", async () => {
    await expectProportional({
      input: (size) => Array.from({ length: 20 }, () => `${".".repeat(size)}x`),
      work: (texts) => texts.map(titleOf),
      small: 2_500,
      large: 40_000,
    });
  });

  it("are refused where those of the headings above them would fill the disk", () => {
    const list = new PriceListBuilder("csv");
    const texts = ["P".repeat(20_000)];
    const add = () => list.add({ code: "A.1", chapters: [], texts, unit: "m", price: 1 }, "row 1");
    const fill = () => {
      for (let n = 0; n < 20_001; n++, list.take()) add();
    };
    expect(fill).toThrow(expect.objectContaining({ name: "UnreadableFile", code: "too_large" }));
  });
});
