import { describe, expect, it } from "@jest/globals";
import type { LinkedBillLine } from "../../../src/domain/review/input.js";
import { findings, found, line, quote } from "./sample.js";

const linked = (fields: Partial<LinkedBillLine> = {}): LinkedBillLine => ({
  docLineIndex: 0,
  unitPrice: 8.5,
  quantity: 120,
  listPrice: null,
  unit: "m²",
  sinceLinked: "same",
  ...fields,
});
const withLinks = (...linkedBillLines: LinkedBillLine[]) => found(quote({}, { linkedBillLines }));

describe("R06 price", () => {
  it("may differ by 20 % from the linked bill line, no more", () => {
    expect(withLinks(linked())).toEqual([]);
    expect(
      found(quote({ lineItems: [line({ price: 12 })] }, { linkedBillLines: [linked({ unitPrice: 10 })] })),
    ).toEqual([]);
    expect(
      found(quote({ lineItems: [line({ price: 3.6 })] }, { linkedBillLines: [linked({ unitPrice: 3 })] })),
    ).toEqual([]);
    expect(withLinks(linked({ unitPrice: 10.7 }))).toEqual(["warning R06_BILL_PRICE /lineItems/0/price"]);
    expect(withLinks(linked({ unitPrice: 7 }))).toEqual(["warning R06_BILL_PRICE /lineItems/0/price"]);
  });

  it("is compared with the regional list and the price book too", () => {
    expect(withLinks(linked({ listPrice: 14 }))).toEqual(["warning R06_LIST_PRICE /lineItems/0/price"]);
    const priceBook = new Map([["01.A05", { unit: "mq", price: 12 }]]);
    const coded = (fields: object) => found(quote({ lineItems: [line(fields)] }, { priceBook }));
    expect(coded({ code: "01.A05" })).toEqual(["warning R06_PRICE_BOOK /lineItems/0/price"]);
    expect(coded({ code: "01.A06" })).toEqual([]);
    expect(coded({ code: "01.A05", unit: "m³" })).toEqual([]);
  });

  it("need be near only one of several bill lines, and only of those in its unit", () => {
    expect(withLinks(linked({ unitPrice: 30, quantity: 60 }), linked({ quantity: 60 }))).toEqual([]);
    const prices = (...all: number[]) => withLinks(...all.map((unitPrice) => linked({ unitPrice, quantity: 60 })));
    expect([prices(7, 8), prices(8, 7), prices(8, 12), prices(12, 8)]).toEqual([[], [], [], []]);
    expect(withLinks(linked({ unit: "m³", unitPrice: 300, quantity: 2 }))).toEqual([]);
    expect(withLinks(linked({ unit: "mq", unitPrice: 300 }))).toHaveLength(1);
    const hours = { lineItems: [line({ desc: "Manodopera in economia", unit: "ore", qty: 1, price: 30 })] };
    const ofBill = linked({ unit: "h", unitPrice: 300, quantity: 1 });
    expect(found(quote(hours, { linkedBillLines: [ofBill] }))).toEqual(["warning R06_BILL_PRICE /lineItems/0/price"]);
  });

  it("of nothing is compared with none, and neither is any with a price that isn't set", () => {
    const free = line({ desc: "Pulizia finale compresa", price: 0 });
    expect(found(quote({ lineItems: [free] }, { linkedBillLines: [linked()] }))).toEqual([]);
    expect(withLinks(linked({ unitPrice: 0, listPrice: 0 }))).toEqual([]);
  });

  it("names both prices", () => {
    const [finding] = findings(quote({}, { linkedBillLines: [linked({ unitPrice: 1000 })] }));
    expect(finding?.message.replaceAll("\u00a0", " ")).toBe(
      "Riga 1 («Tinteggiatura pareti interne con idropi…»): il prezzo 8,50 € si scosta di oltre il 20% da quello del computo (1.000,00 €).",
    );
  });
});

describe("R07 quantity", () => {
  it("may differ by 1 % from the linked bill lines, no more", () => {
    expect(withLinks(linked({ quantity: 121 }))).toEqual([]);
    expect(withLinks(linked({ quantity: 118 }))).toEqual(["warning R07_BILL_QUANTITY /lineItems/0/qty"]);
    expect(withLinks(linked({ quantity: 0 }))).toEqual(["warning R07_BILL_QUANTITY /lineItems/0/qty"]);
  });

  it("is compared with their sum", () => {
    expect(withLinks(linked({ quantity: 70 }), linked({ quantity: 50 }))).toEqual([]);
    expect(withLinks(linked({ quantity: 120 }), linked({ quantity: 50 }))).toHaveLength(1);
  });

  it("ignores links to lines that are gone", () => {
    expect(withLinks(linked({ docLineIndex: 9, quantity: 1 }))).toEqual([]);
  });

  it("is compared with what changed since it was linked, which is told; with nothing where a link became unclear", () => {
    const changed = linked({ sinceLinked: "changed" });
    expect(withLinks(changed)).toEqual(["info R07_STALE_LINK /lineItems/0"]);
    expect(withLinks({ ...changed, quantity: 1 })).toEqual([
      "warning R07_BILL_QUANTITY /lineItems/0/qty",
      "info R07_STALE_LINK /lineItems/0",
    ]);
    const unclear = linked({ sinceLinked: "unclear", quantity: 1, unitPrice: 1 });
    expect(withLinks(linked({ quantity: 70 }), unclear)).toEqual(["warning R07_STALE_LINK /lineItems/0"]);
  });
});

describe("R08 totals in the text", () => {
  // subtotal 1.500, discount 10 %: taxable 1.350, VAT 10 %: 135, total 1.485
  const says = (text: string) =>
    found(quote({ discountPct: 10, body: `Cliente C.F. MRTMTT91D08F205J.\n${text}\nSaluti.` }));
  const wrong = ["error R08_WRITTEN_TOTAL /body"];

  it.each([
    "Totale: € 1.485,00",
    "Il totale complessivo ammonta a 1.485,00 euro.",
    "Totale: € 1 485,00",
    "Totale imponibile: 1'350 €",
    "Totale con sconto del 10%: € 1.350,00",
    "Totale con sconto: € 1.485,00 (IVA inclusa)",
    "Totale, sconto escluso: € 1.500,00",
    "TOTALE GENERALE .......... € 1485,00",
    "Totale imponibile € 1.350,00",
    "Importo complessivo di euro 1.350 + IVA",
    "Totale IVA 10% inclusa: € 1.485,00",
    "Totale € 1.350,00 (oltre IVA)",
    "Totale IVA 10%: € 135,00",
    "| Totale | 1.500,00 € |",
    "Totale lavori € 1.350,00",
    "Totale € 1.350,00 (IVA esclusa)",
  ])("are right: %s", (text) => {
    expect(says(text)).toEqual([]);
  });

  it.each([
    "Totale: € 1.585,00",
    "Il totale complessivo ammonta a 1.400,00 euro.",
    "Totale: € 1 400,00",
    "Totale con sconto del 10%: € 1.400,00",
    "Totale imponibile € 1.485,00",
    "Importo complessivo di euro 1.485 + IVA",
    "Totale IVA 10% inclusa: € 1.350,00",
    "Totale € 1.350,00 (IVA inclusa)",
    "Totale IVA 10%: € 330,00",
    "Totale lavori: € 1.600,00",
    "Totale opere IVA inclusa € 1.500,00",
    "Totale: € 1.485,40",
    "Totale con sconto: € 1.500,00",
    "Totale scontato oltre IVA: € 1.485,00",
    "Totale € 1.485,00 (IVA ESCLUSA)",
  ])("are wrong: %s", (text) => {
    expect(says(text)).toEqual(wrong);
  });

  it.each([
    "Totale opere murarie € 900,00",
    "Totale di circa 1.600 euro",
    "Superficie totale 120 m²",
    "Il totale delle ore è 40",
    "Acconto del 30% sul totale, saldo € 945,00",
    "Totale ponteggi: 300 euro",
  ])("aren't totals of the document: %s", (text) => {
    expect(says(text)).toEqual([]);
  });

  it("of the works alone don't include safety costs", () => {
    const lineItems = [line(), line({ desc: "Oneri della sicurezza", unit: "a corpo", qty: 1, price: 200 })];
    expect(found(quote({ lineItems, body: "C.F. MRTMTT91D08F205J. Totale lavori € 1.020,00" }))).toEqual([]);
  });

  it("can't be checked without lines", () => {
    expect(found(quote({ lineItems: [], body: "C.F. MRTMTT91D08F205J. Totale: € 1.585,00" }))).toEqual([]);
  });
});
