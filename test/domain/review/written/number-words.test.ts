import { describe, expect, it } from "@jest/globals";
import { numberInWords } from "../../../../src/domain/review/written/number-words.js";

describe("numberInWords", () => {
  it.each([
    ["zero", 0],
    ["un", 1],
    ["tre", 3],
    ["sedici", 16],
    ["ventuno", 21],
    ["ventitré", 23],
    ["ventitre", 23],
    ["trentotto", 38],
    ["cento", 100],
    ["centotto", 108],
    ["centootto", 108],
    ["centottanta", 180],
    ["duecentotrentuno", 231],
    ["novecentonovantanove", 999],
    ["mille", 1000],
    ["Millecinquecento", 1500],
    ["mille cinquecento", 1500],
    ["duemilaventisei", 2026],
    ["ventunomila", 21_000],
    ["centomila", 100_000],
    ["duecentoquarantamila", 240_000],
    ["un milione duecentomila", 1_200_000],
    ["tremilioniquattrocentocinquantaseimilasettecentottantanove", 3_456_789],
  ])("reads %s", (text, value) => {
    expect(numberInWords(text)).toBe(value);
  });

  it.each(["", "euro", "centomille mila", "ventitreuno", "oltre IVA", "IVA esclusa", "settantadodici", "milamila"])(
    "reads nothing in %j",
    (text) => {
      expect(numberInWords(text)).toBeNull();
    },
  );
});
