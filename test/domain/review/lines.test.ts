import { describe, expect, it } from "@jest/globals";
import { findings, found, foundBy, line, quote } from "./sample.js";

const lines = (...lineItems: ReturnType<typeof line>[]) => found(quote({ lineItems }));
const messages = (...lineItems: ReturnType<typeof line>[]) =>
  findings(quote({ lineItems })).map(({ message }) => message);

describe("R01 an amount", () => {
  const body = (text: string) => found(quote({ lineItems: [], body: `Cliente C.F. MRTMTT91D08F205J. ${text}` }));

  it("is missing where a quote has neither lines nor figures", () => {
    expect(body("Proponiamo il rilievo dell'immobile.")).toEqual(["error R01_NO_AMOUNT /lineItems"]);
    expect(body("Il rilievo dura 3 giorni.")).toEqual(["error R01_NO_AMOUNT /lineItems"]);
    expect(found(quote({ lineItems: [], body: null }))).toContain("error R01_NO_AMOUNT /lineItems");
  });

  it("may stand in the text", () => {
    expect(body("Il compenso è di € 1.500,00.")).toEqual([]);
    expect(body("Il compenso è di 1.500,00 euro.")).toEqual([]);
    expect(body("Il compenso è di EUR 1500.")).toEqual([]);
  });

  it("is missing where no line has a price, unless a line says that it is free", () => {
    const unpriced = { qty: 3, price: 0, desc: "Rilievo topografico dell'area di cantiere" };
    expect(lines(line(unpriced))).toContain("error R01_NO_AMOUNT /lineItems");
    const free = line({ ...unpriced, desc: "Sopralluogo gratuito nell'area di cantiere" });
    expect(lines(line(unpriced), free)).not.toContain("error R01_NO_AMOUNT /lineItems");
    expect(lines(line(unpriced), line())).not.toContain("error R01_NO_AMOUNT /lineItems");
  });

  it("is no amount that the client would get", () => {
    const deduction = line({ desc: "Sconto sulle opere di cantiere", unit: "a corpo", qty: 1, price: -90_000 });
    expect(lines(line(), deduction)).toContain("error R01_NEGATIVE_TOTAL /lineItems");
    expect(lines(line(), { ...deduction, price: -1 })).not.toContain("error R01_NEGATIVE_TOTAL /lineItems");
  });

  it("isn't needed in a letter", () => {
    expect(found(quote({ kind: "letter", lineItems: [], body: "Buongiorno." }))).toEqual([]);
  });
});

describe("R02 quantity", () => {
  it("of zero is an error", () => {
    expect(lines(line({ qty: 0 }))).toEqual(["error R02_NO_QUANTITY /lineItems/0/qty"]);
    expect(lines(line(), line({ desc: "Scavo di sbancamento", qty: 0 }))).toEqual([
      "error R02_NO_QUANTITY /lineItems/1/qty",
    ]);
  });

  it("below zero is a warning", () => {
    expect(lines(line({ qty: 5 }), line({ qty: -2, desc: "Scavo di sbancamento" }))).toEqual([
      "warning R02_NEGATIVE_QUANTITY /lineItems/1/qty",
    ]);
  });

  it("that isn't a number is an error, and stops no other check", () => {
    const input = quote();
    for (const qty of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      const document = { ...input.document, lineItems: [line({ qty }), line({ qty: 1e308, price: 1e308 })] };
      expect(found({ ...input, document })).toEqual(["error R02_NO_QUANTITY /lineItems/0/qty"]);
    }
  });

  it("may be as small as one likes", () => {
    expect(lines(line({ qty: 0.01 }))).toEqual([]);
  });
});

describe("R03 price", () => {
  it("of zero needs a reason", () => {
    expect(lines(line({ desc: "Scavo di sbancamento", price: 0 }), line())).toEqual([
      "warning R03_NO_PRICE /lineItems/0/price",
    ]);
    expect(lines(line({ desc: "Pulizia finale compresa nel prezzo", price: 0 }))).toEqual([]);
    expect(lines(line({ desc: "Sopralluogo gratuito in cantiere", price: 0 }))).toEqual([]);
    expect(lines(line({ desc: "Prima mano in OMAGGIO", price: 0 }))).toEqual([]);
  });

  it("below zero needs one too", () => {
    expect(lines(line(), line({ desc: "Scavo di sbancamento", qty: 1, price: -5 }))).toEqual([
      "warning R03_NEGATIVE_PRICE /lineItems/1/price",
    ]);
    expect(lines(line(), line({ desc: "Sconto cliente affezionato", unit: "cad", qty: 1, price: -50 }))).toEqual([]);
  });
});

describe("R04 description and unit", () => {
  it("must be set", () => {
    expect(lines(line({ desc: "  " }))).toEqual(["error R04_NO_DESCRIPTION /lineItems/0/desc"]);
    expect(lines(line({ unit: "" }))).toEqual(["error R04_NO_UNIT /lineItems/0/unit"]);
    expect(lines(line({ desc: "", unit: " " }))).toHaveLength(2);
  });

  it("must be long enough to say something", () => {
    expect(lines(line({ desc: "Varie" }))).toEqual(["warning R04_SHORT_DESCRIPTION /lineItems/0/desc"]);
    expect(lines(line({ desc: "Ponteggi" }))).toEqual([]);
  });
});

describe("R05 repeated lines", () => {
  it("are reported at the second of two", () => {
    expect(lines(line(), line())).toEqual(["warning R05_DUPLICATE_LINE /lineItems/1"]);
    expect(lines(line(), line({ desc: " TINTEGGIATURA  pareti interne con idropittura lavabile" }))).toHaveLength(1);
    expect(lines(line(), line(), line())).toHaveLength(2);
    expect(messages(line(), line(), line()).map((message) => /riga (\d)\.$/.exec(message)?.[1])).toEqual(["1", "1"]);
    expect(foundBy("R05", quote({ lineItems: [line({ desc: "" }), line({ desc: "" })] }))).toEqual([]);
  });

  it("don't include the same work in another room", () => {
    expect(lines(line(), line({ qty: 60 }))).toEqual([]);
  });

  it("have one price for one code", () => {
    const coded = (price: number, qty: number) => line({ code: "TOS25_01.F04", price, qty });
    expect(lines(coded(8.5, 10), coded(9, 20))).toEqual(["warning R05_TWO_PRICES /lineItems/1/price"]);
    expect(lines(coded(8.5, 10), coded(8.5, 20))).toEqual([]);
    const others = messages(coded(8.5, 10), coded(9, 20), coded(9, 30));
    expect(others.map((message) => /costa.*/.exec(message.replaceAll("\u00a0", " "))?.[0])).toEqual(
      Array(2).fill("costa 9,00 € qui e 8,50 € alla riga 1."),
    );
    expect(lines(line({ code: "", qty: 1 }), line({ code: "", price: 9 }))).toEqual([]);
  });
});

describe("R13 units", () => {
  it("that are lump sums have quantity 1", () => {
    expect(lines(line({ unit: "a corpo", qty: 3 }))).toEqual(["info R13_COUNTED_LUMP_SUM /lineItems/0/qty"]);
    expect(lines(line({ desc: "Impianto di cantiere, a corpo", unit: "cad", qty: 2 }))).toHaveLength(1);
    expect(lines(line({ unit: "a corpo", qty: 1 }))).toEqual([]);
  });

  it("of a percentage count as any other, which is named where the quantity is no share", () => {
    const contribution = (qty: number, unit = "%") => line({ desc: "Contributo CIPAG 5%", unit, qty, price: 8000 });
    expect(lines(contribution(5))).toEqual(["warning R13_PERCENT /lineItems/0/unit"]);
    expect(lines(contribution(-5, "per cento"))).toContain("warning R13_PERCENT /lineItems/0/unit");
    expect(lines(contribution(0.05))).toEqual([]);
    expect(lines(contribution(1, "a corpo"))).toEqual([]);
  });

  it("are written in one way", () => {
    expect(lines(line(), line({ unit: "mq", qty: 3 }), line({ unit: "mq", qty: 4 }))).toEqual([
      "info R13_MIXED_UNITS /lineItems/1/unit",
    ]);
    expect(lines(line(), line({ unit: "m³", qty: 3 }))).toEqual([]);
    expect(lines(line({ unit: "mq" }), line({ unit: "mq", qty: 3 }))).toEqual([]);
  });
});
