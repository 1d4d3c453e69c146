import { describe, expect, it } from "@jest/globals";
import { fromOldEncoding, OldEncodingDecoder } from "../../src/formats/old-encoding.js";
import { expectProportional } from "../support/growth.js";

const bytes = (text: string): Buffer => Buffer.from(text, "latin1");
const written = "Quantità già prevista però più giù, perché è così lunedì: È n° 3";

describe("a text of one byte a character", () => {
  it.each([
    [
      "Windows",
      "Quantit\xe0 gi\xe0 prevista per\xf2 pi\xf9 gi\xf9, perch\xe9 \xe8 cos\xec luned\xec: \xc8 n\xb0 3",
      written,
    ],
    [
      "MS-DOS",
      "Quantit\x85 gi\x85 prevista per\x95 pi\x97 gi\x97, perch\x82 \x8a cos\x8d luned\x8d: \xd4 n\xf8 3",
      written,
    ],
    [
      "an old Mac",
      "Quantit\x88 gi\x88 prevista per\x98 pi\x9d gi\x9d, perch\x8e \x8f cos\x93 luned\x93: \xe9 n\xa1 3",
      written,
    ],
    ["MS-DOS, its units", "12,50 m\xfd e 3 m\xfc a \xd5 5", "12,50 m² e 3 m³ a € 5"],
    ["MS-DOS, a verb", "Il giardino \x8a a prato", "Il giardino è a prato"],
    ["an old Mac, prices and diameters", "tubo \xaf 20 a \xdb 5; n\xa1 3", "tubo Ø 20 a € 5; n° 3"],
    ["MS-DOS, diameters", "tubo \x9d 20", "tubo Ø 20"],
    ["MS-DOS, its headings", "N.;Descrizione;U.M.;Quantit\x85;Prezzo", "N.;Descrizione;U.M.;Quantità;Prezzo"],
  ])("as %s writes it is read", (_, text, expected) => {
    expect(fromOldEncoding(bytes(text))).toBe(expected);
  });

  it.each([
    ["three points", "muri, solai, ecc\x85 e opere affini, ecc\x85", "muri, solai, ecc… e opere affini, ecc…"],
    ["dashes and points", "voce\x97vedi sotto, \x95 parete", "voce—vedi sotto, • parete"],
    ["Slovene names", "KO\x8aUTA, Ko\x9auta, \x8eiga", "KOŠUTA, Košuta, Žiga"],
    ["quotation marks", "l\x92opera \x93finita\x94, l'\x93impresa\x94", "l’opera “finita”, l'“impresa”"],
    [
      "German ones",
      "das \x84Gel\xe4nder\x93 und die \x84T\xfcr\x93 am s\xfcdlichen Geb\xe4ude",
      "das „Geländer“ und die „Tür“ am südlichen Gebäude",
    ],
    [
      "physical units",
      "0,035 W/m\xb7K, \xd8 12, 5 m\xb2, \xb1 2 \xb5m, 20 \xb0C",
      "0,035 W/m·K, Ø 12, 5 m², ± 2 µm, 20 °C",
    ],
    ["reinforcement", "n.4\xf812, 4\xf8 12, \xf8 8/20", "n.4ø12, 4ø 12, ø 8/20"],
    ["a wrong accent", "il muro \xe9 alto", "il muro é alto"],
    ["euro", "\x80 1.250,00", "€ 1.250,00"],
    ["a Portuguese name", "Concei\xe7\xe3o", "Conceição"],
    ["old German spelling", "die Mauern m\xfc\xdften trocken sein", "die Mauern müßten trocken sein"],
    ["a bullet after each", "calcestruzzo\x95 acciaio\x95 legno", "calcestruzzo• acciaio• legno"],
    ["a dash after a word", "opere\x97 fornitura", "opere— fornitura"],
    ["points after a word that isn't cut", "kit\x85 completo", "kit… completo"],
    ["quotation marks that only close", 'detto "muro\x93, "tetto\x93', 'detto "muro“, "tetto“'],
    ["a diameter behind its number", "tubi 100\xf8;m", "tubi 100ø;m"],
    ["a decimal mark of its own", "12\x825", "12‚5"],
  ])("with %s stays Windows-1252", (_, text, expected) => {
    expect(fromOldEncoding(bytes(text))).toBe(expected);
  });

  it("is read as most of it shows, part by part", () => {
    const decoder = new OldEncodingDecoder();
    decoder.learn(bytes("n\xf8 1; \x8a per\x95"));
    expect(decoder.decode(bytes("n\xf8 1"))).toBe("n° 1");
    expect(decoder.isWindows1252).toBe(false);
  });

  it("takes time by its length", async () => {
    const input = (size: number) => bytes("m\xfc\x85it\x82 ecc\x85".repeat(size));
    await expectProportional({ input, work: fromOldEncoding, small: 20_000, large: 200_000 });
  });
});
