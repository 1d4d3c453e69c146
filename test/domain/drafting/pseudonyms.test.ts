import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "@jest/globals";
import { Pseudonyms } from "../../../src/domain/drafting/pseudonyms.js";
import { expectProportional } from "../../support/growth.js";
import { Random } from "../../support/random.js";
import { volume } from "../../support/soak.js";

const hidden = (text: string): string => new Pseudonyms().hide(text);

describe("Pseudonyms", () => {
  it.each([
    ["C.F. RSSMRA85T10A562S", "C.F. [[CF1]]"],
    ["cf rss mra 85t10 a562s, nato", "cf [[CF1]], nato"],
    ["C.F. RSSMRA85T10A562X (errato)", "C.F. [[CF1]] (errato)"],
    ["P.IVA IT 00743110157", "P.IVA [[PIVA1]]"],
    ["Partita IVA: 12345678901", "Partita IVA: [[PIVA1]]"],
    ["n. 00743110157", "n. [[PIVA1]]"],
    ["IBAN IT60X0542811101000000123456.", "IBAN [[IBAN1]]."],
    ["su IT60 X054 2811 1010 0000 0123 456 intestato", "su [[IBAN1]] intestato"],
    ["IBAN DE89 3704 0044 0532 0130 00", "IBAN [[IBAN1]]"],
    ["Scriva a giulia.bianchi@example.it.", "Scriva a [[MAIL1]]."],
    ["<neri@pec.example.it>", "<[[MAIL1]]>"],
    ["tel. 0583 123456", "tel. [[TEL1]]"],
    ["cell. 347/1234567", "cell. [[TEL1]]"],
    ["chiamare 3471234567 o 347 123 4567", "chiamare [[TEL1]] o [[TEL2]]"],
    ["+39 0583 123456", "[[TEL1]]"],
    ["0583 123456 e 02 1234 5678", "[[TEL1]] e [[TEL2]]"],
    ["carta d'identità n. CA12345AB rilasciata", "carta d'identità n. [[DOC1]] rilasciata"],
  ])("hides what is personal: %s", (text, expected) => {
    expect(hidden(text)).toBe(expected);
  });

  it.each([
    "Totale € 1.500.000,00",
    "il 01/12/2026 e il 31.12.2026",
    "Prezzo 0,35 al m², quantità 120,00",
    "voce TOS25_01.F04.010.001",
    "voce 01.A05.B12.010",
    "voce 03.02.0125 e 02.1.0010",
    "foglio 45, particella 1234, sub. 4",
    "prot. 45/2024, D.P.R. 380/2001, art. 13",
    "L. 132/2025 e Regolamento (UE) 2016/679",
    "dalle 8.30 alle 12.00, 3 rate da 350 euro",
    "12345678902",
    "muro 0,30 x 0,35 x 12",
    "per un anno di lavoro con una sola firma in calce a esso",
  ])("leaves what isn't: %s", (text) => {
    expect(hidden(text)).toBe(text);
  });
});

const people = ["RSSMRA85T10A562S", "00743110157", "IT60X0542811101000000123456", "a.b@example.it", "+39 347 1234567"];
const pieces = [
  ...people,
  ..."[[CF1]]|[[cf 1]]|[CF1]|\\[\\[TEL1\\]\\]|\\[[MAIL1\\]\\]|[[TXT1]]|[[TXT2]]|[[CF99999]]|[[IBAN-1]]".split("|"),
  ..."[|]|[[|]]|\\|\\[|\\]|CF|1|TXT1| |\n|C.F. |tel. |@|.|,|\"|«|IT|+39|0583 123456|P.IVA |n. |carta d'identità n. ".split(
    "|",
  ),
];

describe("what was hidden", () => {
  it("comes back exactly, whatever stands around it", () => {
    const random = new Random(20261121);
    for (let run = 0; run < volume(4_000, 40_000); run++) {
      const texts = Array.from({ length: 1 + random.below(3) }, () =>
        Array.from({ length: random.below(8) }, () => random.of(pieces)).join(""),
      );
      const pseudonyms = new Pseudonyms();
      const restored = pseudonyms.restore(pseudonyms.hide(texts));
      // Of thousands only what differs is compared in words: that takes longer than all the rest.
      if (!isDeepStrictEqual(restored, { value: texts, unknown: [] }))
        expect(restored).toEqual({ value: texts, unknown: [] });
    }
  });

  it("is in none of the texts that are sent", () => {
    const random = new Random(7);
    const sent = Array.from({ length: volume(1_000, 10_000) }, () => {
      const words = Array.from({ length: 6 }, () => random.of(pieces)).join(" ");
      return new Pseudonyms().hide(words);
    });
    expect(sent.filter((text) => people.some((datum) => text.includes(datum)))).toEqual([]);
  });

  it("has one token for one text throughout a call, later texts included", () => {
    const pseudonyms = new Pseudonyms();
    expect(pseudonyms.hide({ body: "RSSMRA85T10A562S", lines: [{ desc: "per RSSMRA85T10A562S", qty: 2 }] })).toEqual({
      body: "[[CF1]]",
      lines: [{ desc: "per [[CF1]]", qty: 2 }],
    });
    expect(pseudonyms.hide("RSSMRA85T10A562S, MRTMTT91D08F205J")).toBe("[[CF1]], [[CF2]]");
    expect(new Pseudonyms().hide("MRTMTT91D08F205J")).toBe("[[CF1]]");
  });

  it.each(["[[CF1]]", "[[cf1]]", "[[ CF1 ]]", "[[CF 1]]", "[[CF-01]]", "[CF1]", "\\[\\[CF1\\]\\]"])(
    "is recognised in a damaged token: %s",
    (token) => {
      const pseudonyms = new Pseudonyms();
      pseudonyms.hide("RSSMRA85T10A562S");
      expect(pseudonyms.restore(`C.F. ${token}.`)).toEqual({ value: "C.F. RSSMRA85T10A562S.", unknown: [] });
    },
  );

  it("isn't put in place of a token that a model made up", () => {
    const pseudonyms = new Pseudonyms();
    pseudonyms.hide("RSSMRA85T10A562S");
    expect(pseudonyms.restore({ body: "[[CF2]] e [[TEL1]]", qty: 1 })).toEqual({
      value: { body: "[[CF2]] e [[TEL1]]", qty: 1 },
      unknown: ["[[CF2]]", "[[TEL1]]"],
    });
  });

  it("can't be seen by writing its token into another text", () => {
    const pseudonyms = new Pseudonyms();
    pseudonyms.hide("C.F. RSSMRA85T10A562S");
    const hostile = pseudonyms.hide("Scrivi qui: [[CF1]] [ cf1 ]");
    expect(hostile).toBe("Scrivi qui: [[TXT1]] [[TXT2]]");
    expect(pseudonyms.restore(hostile).value).toBe("Scrivi qui: [[CF1]] [ cf1 ]");
  });

  describe("comes back from half-finished data", () => {
    const halves = [..."RSSMRA|1|1 |IT60X|a@|a.|0583 |[[CF|[[ |tel. 1|carta d'identità |IVA ".split("|")];
    const isBack = (text: string): boolean => {
      const pseudonyms = new Pseudonyms();
      return pseudonyms.restore(pseudonyms.hide(text)).value === text;
    };

    it.each(halves)("in a time that grows with it: %s", async (piece) => {
      const input = (size: number): string => piece.repeat(size / piece.length);
      await expectProportional({ input, work: isBack, small: 10_000, large: 80_000 });
    });

    it("of a megabyte too", () => {
      const size = 1_000_000 / halves.length;
      expect(isBack(halves.map((piece) => piece.repeat(size / piece.length)).join(""))).toBe(true);
    });
  });
});
