import { describe, expect, it } from "@jest/globals";
import type { LineItem } from "../../../src/domain/documents/revision.js";
import { reviewDocument } from "../../../src/domain/review/review-document.js";
import { findings, found, foundBy, line, quote, terms } from "./sample.js";

const service = line({ desc: "Progettazione architettonica e pratica CILA", unit: "a corpo", qty: 1, price: 1800 });
const pension = line({ desc: "Contributo integrativo CIPAG 5%", unit: "a corpo", qty: 1, price: 90 });
const exempt = "Operazione in regime forfettario, L. 190/2014. Cliente C.F. MRTMTT91D08F205J.";

describe("R09 VAT", () => {
  it("must be set where anything is priced", () => {
    expect(found(quote({ vatPct: null }))).toEqual(["error R09_NO_VAT_RATE /vatPct"]);
    expect(found(quote({ vatPct: null, body: exempt }))).toEqual(["warning R09_NO_VAT_RATE /vatPct"]);
    expect(found(quote({ kind: "letter", lineItems: [], vatPct: null, body: "Buongiorno." }))).toEqual([]);
    expect(found(quote({ kind: "perizia", vatPct: null }))).toEqual(["error R09_NO_VAT_RATE /vatPct"]);
    expect(foundBy("R09", quote({ lineItems: [], vatPct: null }))).toEqual(["error R09_NO_VAT_RATE /vatPct"]);
  });

  it("must be a legal rate", () => {
    for (const vatPct of [20, 21, 7.5, -1, 100]) {
      expect(found(quote({ vatPct }))).toEqual(["error R09_UNKNOWN_VAT_RATE /vatPct"]);
    }
    for (const vatPct of [4, 5, 10, 22]) expect(found(quote({ vatPct }))).toEqual([]);
  });

  it("of 0 needs a reason", () => {
    expect(found(quote({ vatPct: 0 }))).toEqual(["warning R09_NO_EXEMPTION /vatPct"]);
    expect(found(quote({ vatPct: 0, body: exempt }))).toEqual([]);
    expect(foundBy("R09", quote({ lineItems: [], vatPct: 0 }))).toEqual(["warning R09_NO_EXEMPTION /vatPct"]);
    expect(found(quote({ vatPct: 0, notes: `${terms} Senza applicazione dell’IVA, art. 1 c. 58.` }))).toEqual([]);
  });

  it("of 10 or 4 isn't for professional services", () => {
    for (const vatPct of [4, 10])
      expect(found(quote({ lineItems: [service, pension], vatPct }))).toEqual(["warning R09_REDUCED_RATE /vatPct"]);
    expect(found(quote({ lineItems: [service, pension], vatPct: 22 }))).toEqual([]);
  });
});

describe("R09 VAT of a line", () => {
  const works = line();
  it("must be a legal rate", () => {
    expect(found(quote({ lineItems: [works, line({ vatPct: 21 }), line({ vatPct: 4 })] }))).toContain(
      "error R09_UNKNOWN_VAT_RATE /lineVat/0/vatPct",
    );
  });

  it("makes the document's needless where every line has one", () => {
    const found4 = found(quote({ lineItems: [line({ vatPct: 4 })], vatPct: null }));
    expect(found4.filter((finding) => finding.includes("R09"))).toEqual([]);
    expect(
      found(quote({ lineItems: [line({ vatPct: 4 }), { ...works, desc: "Fornitura di porte" }], vatPct: null })),
    ).toEqual(["error R09_NO_VAT_RATE /vatPct"]);
  });

  it("counts for what is charged by that line", () => {
    const fees = { ...service, vatPct: 22 };
    expect(found(quote({ lineItems: [fees, { ...pension, vatPct: 22 }, works], vatPct: 10 }))).toEqual([]);
    expect(found(quote({ lineItems: [{ ...works, vatPct: 0 }], vatPct: 22 }))).toEqual([
      "warning R09_NO_EXEMPTION /vatPct",
    ]);
  });
});

describe("R09 VAT of 0 on single lines", () => {
  it("has its reason in the line, or in the text for all", () => {
    const advanced = line({ desc: "Spese anticipate, escluse ex art. 15 D.P.R. 633/1972", vatPct: 0 });
    const stamps = line({ desc: "Marche da bollo del deposito", vatPct: 0 });
    const flatRate = line({ desc: "Consulenza in regime forfettario, L. 190/2014", vatPct: 0 });
    expect(found(quote({ lineItems: [line(), advanced] }))).toEqual([]);
    expect(foundBy("R09", quote({ lineItems: [line(), flatRate] }))).toEqual([]);
    expect(found(quote({ lineItems: [advanced, stamps] }))).toEqual(["warning R09_NO_EXEMPTION /vatPct"]);
    expect(found(quote({ lineItems: [advanced, stamps], body: exempt }))).toEqual([]);
  });
});

describe("R08 lines that are totals", () => {
  const works = [100, 50, 25].map((price) => line({ desc: `Lavorazione ${price}`, qty: 1, price }));
  const totalOf = (price: number, desc = "Totale opere") => line({ desc, qty: 1, price });
  const of = (...lineItems: LineItem[]) => foundBy("R08", quote({ lineItems, body: null }));

  it("charge the same twice: of all lines above, or of those since the last total", () => {
    expect(of(...works, totalOf(175))).toEqual(["error R08_TOTAL_LINE /lineItems/3/desc"]);
    expect(of(...works, totalOf(175), ...works.slice(0, 2), totalOf(150, "Subtotale lotto 2"))).toEqual([
      "error R08_TOTAL_LINE /lineItems/3/desc",
      "error R08_TOTAL_LINE /lineItems/6/desc",
    ]);
    expect(of(totalOf(100, "Rilievo"), totalOf(100, "TOTALE:"))).toEqual(["error R08_TOTAL_LINE /lineItems/1/desc"]);
  });

  it("are works that only begin so, and totals of something else", () => {
    expect(of(...works, totalOf(180, "Totale rimozione degli infissi"))).toEqual([]);
    const removal = totalOf(100, "Totale rimozione degli infissi");
    expect(of(totalOf(100, "Smontaggio"), removal)).toEqual([]);
    expect(of(totalOf(100, "Smontaggio"), totalOf(0, "Ponteggio a carico del committente"), removal)).toEqual([]);
    expect(of(...works, totalOf(175, "Posa in opera"))).toEqual([]);
  });
});

describe("R09 lines without VAT", () => {
  const of = (...lineItems: LineItem[]) => foundBy("R09", quote({ lineItems, vatPct: 22 }));

  it.each([
    "Tinteggiatura in subappalto, reverse charge",
    "Opere in inversione contabile, art. 17 c. 6 lett. a-ter",
    "Diritti di segreteria, art. 15 D.P.R. 633/1972",
    "Tributi catastali anticipati, esclusi IVA ex art. 15",
    "Spese anticipate (imposte ipocatastali, art. 15)",
    "Tributi catastali (anticipazione art. 15)",
    "Anticipazioni ex art. 15",
    "Bolli anticipati in nome e per conto del cliente",
    "Bolli, fuori campo IVA",
    "Prestazione non soggetta ad IVA",
  ])("aren't charged with it: %s", (desc) => {
    expect(of(service, pension, line({ desc }))).toEqual(["warning R09_UNTAXED_LINE /lineItems/2/desc"]);
    expect(of(service, pension, line({ desc, vatPct: 0 }))).toEqual([]);
  });

  it.each([
    "Lavori soggetti ad IVA 10%, tabella A parte III D.P.R. 633/1972",
    "Operazione non soggetta a reverse charge",
    "Relazione per edificio esente da vincoli, art. 15 del regolamento",
    "Prezzi esclusa l'IVA",
    "Prezzo esclusa IVA",
    "Lavori non esenti da IVA",
    "Spese anticipate",
    "Presentazione della SCIA in nome e per conto del committente",
    "Onorario, escluse le spese anticipate ex art. 15",
    "Onorario, oltre ad anticipazioni ex art. 15",
    "Anticipazione del 20%, art. 15 del contratto",
    "Anticipazione 20% (art. 15 Capitolato Speciale d'Appalto)",
    "Anticipazione ex art. 15 C.S.A.",
    "Anticipazione ai sensi dell'art. 15 dello schema di contratto",
    "Anticipazione del corrispettivo, art. 15",
    "Oneri anticipati dal concessionario, art. 15 L.R. 12/2005",
    "Compenso che non è esente da IVA",
    "Opere senza reverse charge",
    "Reverse charge non applicabile",
  ])("aren't all that name a law: %s", (desc) => {
    expect(of(service, pension, line({ desc }))).toEqual([]);
  });

  it.each(["IVA 22%", "I.V.A. al 10 %", "Importo IVA", "IVA 22% su 1.000,00"])("are none that are VAT: %s", (desc) => {
    expect(of(service, pension, line({ desc, qty: 1, price: 220 }))).toEqual(["error R09_VAT_LINE /lineItems/2/desc"]);
  });

  it.each([
    "Ivano Rossi: sopralluogo",
    "IVA agevolata: pratica per la richiesta",
    "IVA su beni significativi: calcolo",
  ])("may begin like it: %s", (desc) => {
    expect(of(service, pension, line({ desc }))).toEqual([]);
  });

  it("name a withheld tax that was deducted before the VAT", () => {
    const withheld = line({ desc: "Ritenuta d’acconto 20%", unit: "a corpo", qty: 1, price: -400 });
    expect(of(service, pension, withheld)).toEqual(["error R09_WITHHELD_TAX /lineItems/2/price"]);
    expect(of(service, pension, { ...withheld, vatPct: 0 })).toEqual(["warning R09_NO_EXEMPTION /vatPct"]);
    for (const desc of ["A dedurre ritenuta d'acconto", "Meno ritenuta fiscale 20%", "Ritenuta acconto 20%"])
      expect(of(service, pension, { ...withheld, desc })).toEqual(["error R09_WITHHELD_TAX /lineItems/2/price"]);
    for (const desc of [
      "A dedurre: acconto fattura 12",
      "A dedurre: acconto già versato, al lordo della ritenuta d'acconto",
      "Acconto fattura 12 (al netto della ritenuta d'acconto)",
      "Sconto sul compenso soggetto a ritenuta d'acconto",
    ])
      expect(of(service, pension, { ...withheld, desc })).toEqual([]);
    expect(
      of(service, pension, { ...withheld, desc: "Compenso al lordo della ritenuta d'acconto", price: 40 }),
    ).toEqual([]);
  });
});

describe("R10 discount", () => {
  it("is fine up to 30 %", () => {
    for (const discountPct of [null, 0, 15, 30]) expect(found(quote({ discountPct }))).toEqual([]);
  });

  it("is a warning below 1 %, where it may be meant as a fraction", () => {
    expect(found(quote({ discountPct: 0.12 }))).toEqual(["warning R10_FRACTION /discountPct"]);
    expect(findings(quote({ discountPct: 0.125 }))[0]?.message).toContain("Se si intende il 12,5%");
    expect(found(quote({ discountPct: 1 }))).toEqual([]);
  });

  it("is a warning above that, and one of its own at 100 %", () => {
    expect(found(quote({ discountPct: 30.5 }))).toEqual(["warning R10_HIGH_DISCOUNT /discountPct"]);
    expect(found(quote({ discountPct: 99 }))).toEqual(["warning R10_HIGH_DISCOUNT /discountPct"]);
    expect(reviewDocument(quote({ discountPct: 80 })).findings[0]?.message).toBe(
      "Lo sconto dell'80% è insolitamente alto.",
    );
    expect(found(quote({ discountPct: 100 }))).toEqual(["warning R10_TOTAL_DISCOUNT /discountPct"]);
  });
});

describe("R10 discounted expenses", () => {
  const of = (desc: string, fields: Partial<LineItem> = {}, discountPct: number | null = 10) =>
    foundBy("R10", quote({ lineItems: [line(), line({ desc, qty: 1, price: 400, ...fields })], discountPct }));

  it.each([
    "Spese anticipate",
    "Spese vive di deposito anticipate",
    "Imposte ipocatastali",
    "Marche da bollo del deposito",
    "Diritti di segreteria",
    "Tributi catastali, esclusi IVA ex art. 15",
  ])("are paid back whole: %s", (desc) => {
    expect(of(desc)).toEqual(["warning R10_DISCOUNTED_EXPENSES /discountPct"]);
    expect(of(desc, {}, null)).toEqual([]);
    expect(of(desc, { price: -400 })).toEqual([]);
  });

  it.each([
    "Spese di studio",
    "Consegna anticipata degli elaborati",
    "Visure catastali",
    "Calcolo delle imposte",
    "Pratica CILA, esclusi diritti di segreteria e marche da bollo",
    "Accatastamento, compresi tributi catastali",
    "Onorario, escluse le spese anticipate ex art. 15",
    "Onorario, oltre a quanto anticipato in nome e per conto del cliente",
  ])("aren't all that speak of them: %s", (desc) => {
    expect(of(desc)).toEqual([]);
  });

  it("are none where less than a euro is taken off", () => {
    expect(of("Marca da bollo", { price: 2 })).toEqual([]);
  });
});

describe("R11 safety costs", () => {
  it("are named by their line, as in all other findings", () => {
    const lineItems = [line(), line({ desc: "Oneri della sicurezza" })];
    expect(reviewDocument(quote({ lineItems, discountPct: 10 })).findings.map(({ message }) => message)).toContain(
      "Riga 2 («Oneri della sicurezza»): lo sconto si applica anche ai costi della sicurezza.",
    );
  });

  const safety = (desc: string, discountPct: number | null) =>
    found(quote({ lineItems: [line(), line({ desc, unit: "a corpo", qty: 1, price: 200 })], discountPct }));

  it("must not be discounted", () => {
    expect(safety("Oneri della sicurezza", 10)).toEqual(["warning R11_DISCOUNTED_SAFETY /discountPct"]);
    expect(safety("Costi speciali per la sicurezza", 10)).toHaveLength(1);
    expect(safety("Apprestamenti non soggetti a ribasso", 10)).toHaveLength(1);
  });

  it("that are marked as such bear no discount", () => {
    const marked = line({ desc: "Oneri della sicurezza", unit: "a corpo", qty: 1, price: 200, safety: true });
    expect(foundBy("R11", quote({ lineItems: [line(), marked], discountPct: 10 }))).toEqual([]);
  });

  it("may stand in a quote without a discount", () => {
    expect(safety("Oneri della sicurezza", null)).toEqual([]);
    expect(safety("Oneri della sicurezza", 0)).toEqual([]);
  });

  it("aren't every line that mentions safety", () => {
    expect(safety("Fornitura di porta di sicurezza", 10)).toEqual([]);
    expect(safety("Opere edili compresi gli oneri della sicurezza", 10)).toEqual([]);
    expect(safety("Stima dei costi della sicurezza", 10)).toEqual([]);
    const free = line({ desc: "Oneri della sicurezza", unit: "a corpo", qty: 1, price: 0 });
    expect(foundBy("R11", quote({ lineItems: [line(), free], discountPct: 10 }))).toEqual([]);
  });
});

describe("R12 pension contribution", () => {
  it("belongs in a professional's quote", () => {
    expect(found(quote({ lineItems: [service], vatPct: 22 }))).toEqual([
      "warning R12_NO_PENSION_CONTRIBUTION /lineItems",
    ]);
    expect(found(quote({ lineItems: [service, pension], vatPct: 22 }))).toEqual([]);
    expect(found(quote({ lineItems: [service], vatPct: 22, notes: `${terms} Oltre Cassa Geometri 5%.` }))).toEqual([]);
  });

  it.each(["Onorario per direzione dei lavori", "Redazione di perizia giurata", "Frazionamento e tipo mappale"])(
    "is missed beside a fee: %s",
    (desc) => {
      const fee = line({ desc, unit: "a corpo", qty: 1, price: 900 });
      for (const kind of ["preventivo", "engagement_letter"] as const) {
        expect(foundBy("R12", quote({ kind, lineItems: [fee], vatPct: 22 }))).toHaveLength(1);
        expect(foundBy("R12", quote({ kind, lineItems: [fee], vatPct: 22, body: "Oltre EPPI 5%." }))).toEqual([]);
      }
    },
  );

  describe("of another amount", () => {
    const fee = (price: number, desc = "Onorario per direzione dei lavori") =>
      line({ desc, unit: "a corpo", qty: 1, price });
    const fund = (price: number, fields: Partial<LineItem> = {}) =>
      line({ desc: "Contributo integrativo Inarcassa 4%", unit: "a corpo", qty: 1, price, ...fields });
    const stamps = fee(400, "Spese anticipate, escluse ex art. 15");
    const of = (lineItems: LineItem[], discountPct: number | null = null) =>
      foundBy("R12", quote({ lineItems, discountPct }));

    it.each([
      ["the percentage itself", [fee(3000), fund(4)]],
      ["a share of nothing that is there", [fee(3000), fund(100), fee(1000), fee(500)]],
      ["the share of an earlier fee", [fee(3500), fund(120)]],
      ["ten times the share", [fee(3000), fund(1200)]],
      ["the share of the VAT included", [fee(3000), fund(146.4)]],
    ])("is named: %s", (_what, lineItems) => {
      expect(of(lineItems)).toEqual(["warning R12_OTHER_AMOUNT /lineItems/1/price"]);
    });

    it.each([
      ["of the fee", [fee(3000), fund(120)]],
      ["of the fee, to the euro", [fee(1234.5), fund(49)]],
      ["as a share of a base", [fee(3000), fund(3000, { qty: 0.04, unit: "%" })]],
      ["without advanced expenses", [fee(3000), stamps, fund(120)]],
      ["of the fee and expenses", [fee(3000), stamps, fund(136)]],
      ["of the fee beside works", [fee(3000), line({ desc: "Scavo" }), fund(120)]],
      ["of each of two groups", [fee(1000), fund(40), fee(2000), fund(80)]],
      ["above other lines", [fund(120), fee(3000)]],
      ["of a fee less an advance", [fee(3000), fee(-1000, "A dedurre: acconto"), fund(80)]],
      ["of more than one percentage", [fee(3000), fund(7, { desc: "Cassa 4% su imponibile al 22%" })]],
      ["that is charged with the fee", [fee(3000), fund(900, { desc: "Onorario per collaudo, oltre cassa 4%" })]],
      ["that is charged with other things", [fee(3000), fund(150, { desc: "APE, comprensivo di Inarcassa 4%" })]],
      ["that is given", [fee(3000), fund(0, { desc: "Inarcassa 4% compresa" })]],
      ["of a fee without cadastral taxes", [fee(600), fee(70, "Tributi catastali"), fund(24)]],
      ["of a fee without a search", [fee(600), fee(70, "Visure catastali"), fund(24)]],
      ["of a fee without two expenses", [fee(600, "APE"), fee(70, "Visure"), fee(30, "Rimborso viaggio"), fund(24)]],
      ["of each of two fees", [fee(3000), fee(1000), fund(120), fund(50, { desc: "Cassa geometri 5%" })]],
      ["of the amount that it names", [fee(3000), fund(80, { desc: "Inarcassa 4% su € 2.000" })]],
      ["of building workers", [fee(3000), fund(70, { desc: "Oneri cassa edile 9%" })]],
      ["of nobody", [fee(3000), fund(70, { desc: "Cassa di espansione, riduzione 4%" })]],
      ["without a percentage", [fee(3000), fund(7, { desc: "Cassa di previdenza" })]],
      ["of all fees but one", [fee(600), fee(200), fee(75), fund(32), fund(40, { desc: "Cassa geometri 5%" })]],
      ["of all fees but one, beside expenses", [fee(600), fee(200), fee(75), stamps, stamps, fund(32)]],
      ["of all but one, expenses too", [fee(600), fee(250), fee(200), stamps, fund(50)]],
      ["of two lines of each group", [fee(1000), fee(300), fund(52), fee(2000), fee(500), fund(100)]],
      ["of all above", [fee(1000), fund(40), fee(2000), fund(120), fee(500), fee(600)]],
      ["of all above, a contribution too", [fee(1000), fund(40), fund(41.6), fee(500), fee(600)]],
      ["of two fees without two expenses", [fee(3000), fee(500), stamps, stamps, fund(140)]],
      ["of two fees beside works", [fee(3000), fee(500), line({ desc: "Scavo" }), line({ desc: "Getto" }), fund(140)]],
      ["of two fees before advances", [fee(3000), fee(500), fee(-1000), fee(-200), fund(140)]],
    ])("is none that is a share: %s", (_what, lineItems) => {
      expect(of(lineItems)).toEqual([]);
    });

    it.each(["4% Inarcassa", "Quota contributo integrativo 4%", "Oneri previdenziali INPS 4 %", "Cassa Geometri 4%"])(
      "is looked for in a line that charges it: %s",
      (desc) => {
        expect(of([fee(3000), fund(4, { desc })])).toEqual(["warning R12_OTHER_AMOUNT /lineItems/1/price"]);
        expect(of([fee(3000), fund(120, { desc })])).toEqual([]);
      },
    );

    it.each([
      ["delle altre voci (3.000,00\u00a0€) è 120,00\u00a0€", [fee(3000), fund(4)]],
      ["delle altre voci senza le spese (3.000,00\u00a0€) è 120,00\u00a0€", [fee(3000), stamps, fund(4)]],
    ])("is named beside what it would be: %s", (share, lineItems) => {
      const [finding] = findings(quote({ lineItems })).filter(({ code }) => code === "R12_OTHER_AMOUNT");
      expect(finding?.message).toContain(`l'importo è 4,00\u00a0€, ma il 4% ${share}.`);
    });

    it("may be reckoned after the discount", () => {
      expect(of([fee(300_000), fund(10_800)], 10)).toEqual([]);
    });
  });

  it("doesn't belong in a builder's quote or a report", () => {
    expect(found(quote({ vatPct: 22 }))).toEqual([]);
    const works = line({ desc: "Demolizione e ricostruzione di tramezzi come da progetto", qty: 90, price: 60 });
    expect(found(quote({ lineItems: [works, service], vatPct: 22 }))).toEqual([]);
    expect(found(quote({ kind: "report", lineItems: [service], vatPct: 22 }))).toEqual([]);
  });
});
