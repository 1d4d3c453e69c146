import { describe, expect, it } from "@jest/globals";
import { getDocumentProxy } from "unpdf";
import { usedEntries } from "../../../../src/activities/exports/bill/prices.js";
import { type PrintedBill, renderBillPdf } from "../../../../src/activities/exports/bill/render-bill.js";
import { type BillNode, computeBill, flattenLines } from "../../../../src/domain/bill/bill.js";
import type { BillDocument } from "../../../../src/domain/exports.js";
import { sum } from "../../../../src/domain/money.js";
import { anyBill } from "../../../support/bills.js";
import { volume } from "../../../support/soak.js";
import { pageTexts, revisionContent } from "../../pdf/sample.js";

const line = (fields: Partial<BillNode>): BillNode => ({
  type: "line",
  code: "01.A02",
  desc: "Scavo",
  unit: "m³",
  ...fields,
});
const section = (title: string, children: BillNode[]): BillNode => ({ type: "section", title, children });

function printed(nodes: BillNode[], fields: Partial<PrintedBill> = {}): PrintedBill {
  const bill = computeBill(nodes);
  return {
    document: "estimate",
    name: "Computo",
    nodes: bill.nodes,
    total: bill.total,
    quantityDecimals: null,
    shares: bill.computed,
    issuer: revisionContent().issuer,
    project: { name: "Villa Rossi", address: "Via dei Serragli 88", municipality: "Firenze" },
    client: "Immobiliare Rossi S.r.l.",
    timezone: "Europe/Rome",
    madeAt: "2026-11-21T09:30:00.000Z",
    ...fields,
  };
}
const pagesOf = (nodes: BillNode[], fields: Partial<PrintedBill> = {}): Promise<string[]> =>
  pageTexts(renderBillPdf(printed(nodes, fields)));
const textOf = async (nodes: BillNode[], fields: Partial<PrintedBill> = {}) => (await pagesOf(nodes, fields)).join(" ");
const euroOf = (text: string | undefined): number => Number(text?.replaceAll(".", "").replace(",", "."));

/** Texts that run into the text to their right, of the first page. */
async function overprinted(nodes: BillNode[], fields: Partial<PrintedBill>): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(renderBillPdf(printed(nodes, fields))));
  const { items } = await (await document.getPage(1)).getTextContent();
  const texts = items.flatMap((item) =>
    "str" in item && item.str.trim() !== ""
      ? { text: item.str, left: item.transform[4], right: item.transform[4] + item.width, line: item.transform[5] }
      : [],
  );
  return texts.flatMap((one) =>
    texts
      .filter(({ line, left }) => Math.abs(line - one.line) < 4 && left > one.left && left < one.right - 0.5)
      .map(({ text }) => `${one.text} | ${text}`),
  );
}

const many = [
  section(
    "Opere",
    Array.from({ length: 90 }, (_, at) =>
      line({
        price: 10.01 + at,
        measurements: [
          { desc: `tratto ${at}`, count: 2, length: 3.25 },
          { desc: "altro", length: 1 },
        ],
      }),
    ),
  ),
];

describe("the estimate", () => {
  it("has the firm, the works, their place and client", async () => {
    const text = await textOf([line({ qty: 1, price: 2 })]);
    for (const each of [
      "Studio Tecnico Associato Bianchi & Conti",
      "Computo metrico estimativo",
      "Pratica Villa Rossi",
      "Via dei Serragli 88 – Firenze",
      "Immobiliare Rossi S.r.l.",
      "Firenze, 21 novembre 2026",
      "Geom. Marco Bianchi",
      "Pagina 1 di 1",
    ])
      expect(text).toContain(each);
  });

  it("shows each measurement with its factors, a deduction, an expression, a repeat, a partial and a note", async () => {
    const text = await textOf([
      line({
        price: 100,
        measurements: [
          { desc: "parete", count: 2, length: 3.2, lengthExpression: "1.20+2", width: 0.3, height: 2.7 },
          { desc: "porta", length: 0.9, height: 2.1, negative: true },
          { kind: "partial" },
          { kind: "note", desc: "misure al rustico" },
        ],
      }),
      line({ price: 10, measurements: [{ sameAs: { line: 0, factor: 0.5 } }, { sameAs: { line: 0 }, desc: "armo" }] }),
    ]);
    for (const each of [
      "parete (lung.=1,20+2) 2,00 3,20 0,30 2,70 5,18",
      "porta 0,90 2,10 −1,89",
      "Parziale 3,29",
      "misure al rustico",
      "SOMMANO m³ 3,29 100,00 329,00",
      "Vedi voce n. 1 [m³ 3,29] × 0,50 1,65",
      "Vedi voce n. 1 [m³ 3,29]: armo 3,29",
    ])
      expect(text).toContain(each);
  });

  it("shows the quantity that was multiplied, with all its decimals and at least two", async () => {
    const text = await textOf([
      line({ qty: 2.005, price: 100 }),
      line({ qty: 3.335, price: 45.005 }),
      line({ price: 1, measurements: [{ sameAs: { line: 1 } }] }),
    ]);
    for (const each of ["m³ 2,005 100,00 200,50", "m³ 3,335 45,005 150,09", "[m³ 3,335] 3,34", "m³ 3,34 1,00 3,34"])
      expect(text).toContain(each);
  });

  it("carries the running amount from each page to the next", async () => {
    const pages = await pagesOf(many);
    expect(pages.length).toBeGreaterThan(4);
    const amounts = new Map(
      computeBill(many).nodes[0]?.children?.map(({ computed }) => {
        const { index, amount } = computed as { index: number; amount: number };
        return [index + 1, amount];
      }),
    );
    let soFar = 0;
    const table = pages.filter((page) => page.includes("SOMMANO"));
    for (const [at, page] of table.entries()) {
      if (at > 0) expect(euroOf(/Riporto ([\d.]+,\d\d)/.exec(page)?.[1])).toBeCloseTo(soFar, 2);
      else expect(page).not.toContain("Riporto");
      const sums = [...page.matchAll(/SOMMANO m³ [\d.,]+ [\d.,]+ ([\d.]+,\d\d)/g)];
      soFar += sums.reduce((sum, [, amount]) => sum + euroOf(amount), 0);
      if (at < table.length - 1) expect(euroOf(/A riportare ([\d.]+,\d\d)/.exec(page)?.[1])).toBeCloseTo(soFar, 2);
    }
    expect(soFar).toBeCloseTo(
      [...amounts.values()].reduce((sum, amount) => sum + amount, 0),
      2,
    );
    expect(pages.at(-1)).not.toContain("A riportare");
  });

  it("carries nothing over once all lines are summed, wherever the page ends", async () => {
    for (let count = 24; count < 36; count += volume(5, 1)) {
      const lines = Array.from({ length: count }, () => line({ qty: 1, price: 10 }));
      const pages = await pagesOf([section("Opere", lines)]);
      const end = pages.findIndex((page) => page.includes(`Totale ${count}0,00`));
      expect(pages.map((page) => page.includes("A riportare"))).toEqual(pages.map((_, at) => at < end));
      for (const page of pages.slice(end + 1)) expect(page).not.toContain("Riporto");
    }
  });

  it("keeps a short summary on one page", async () => {
    const at: number[] = [];
    for (let count = 21; count < 27; count += volume(5, 1)) {
      const sections = Array.from({ length: 4 }, (_, n) => section(`Categoria ${n}`, [line({ qty: 1, price: 10 })]));
      const lines = Array.from({ length: count }, () => line({ qty: 1, price: 10 }));
      const pages = await pagesOf([...sections, ...lines]);
      const page = pages.findIndex((text) => text.includes("Riepilogo per categorie"));
      expect(pages[page]).toMatch(/Categoria 0 .* Voci senza categoria .* Totale .* 100,00%/);
      at.push(page);
    }
    // Else the page ends with other counts of lines.
    expect([at[0], at.at(-1)]).toEqual([1, 2]);
  });

  it("sums each category, and all of them with their shares at the end", async () => {
    const nodes = [
      section("Piano terra", [section("Murature", [line({ qty: 1, price: 750 })])]),
      line({ qty: 1, price: 250 }),
    ];
    const text = await textOf(nodes);
    for (const each of [
      "Totale A.1 Murature 750,00",
      "Totale A Piano terra 750,00",
      "Riepilogo per categorie",
      "A Piano terra 750,00 75,00%",
      "A.1 Murature 750,00 75,00%",
      "Voci senza categoria 250,00 25,00%",
      "Totale 1.000,00 100,00%",
      "Totale complessivo 1.000,00 €",
      "(euro mille/00)",
    ])
      expect(text).toContain(each);
  });

  it("numbers no section whose title has a number of its own, as those of imported bills have", async () => {
    const of = (title: string) => section(title, [line({ qty: 1, price: 10 })]);
    const text = await textOf([of("1 DEMOLIZIONI"), of("B IMPIANTI"), of("3.2) Scavi"), of("2° piano")]);
    for (const each of ["Totale 1 DEMOLIZIONI 10,00", "Totale B IMPIANTI", "Totale 3.2) Scavi", "Totale D 2° piano"])
      expect(text).toContain(each);
    expect(text).not.toMatch(/A 1 DEMOLIZIONI|B B IMPIANTI|C 3\.2/);
  });

  it("numbers a section whose title begins with how many there are", async () => {
    const of = (title: string) => section(title, [line({ qty: 1, price: 10 })]);
    const text = await textOf([of("2 BAGNI"), of("3 APPARTAMENTI"), of("3 CUCINE"), of("07 SCAVI")]);
    for (const each of ["A 2 BAGNI", "B 3 APPARTAMENTI", "3 CUCINE", "07 SCAVI"])
      expect(text).toContain(`Totale ${each}`);
  });

  it("numbers a section whose title begins with the word a, though it is the first", async () => {
    const of = (title: string) => section(title, [line({ qty: 1, price: 10 })]);
    for (const title of ["A CORPO", "A misura"]) expect(await textOf([of(title)])).toContain(`Totale A ${title} 10,00`);
  });

  it("names the costs of safety apart, and what pays labour", async () => {
    const text = await textOf([
      line({ qty: 1, price: 900, labourPct: 50 }),
      line({ qty: 1, price: 100, safety: true }),
    ]);
    for (const each of ["Lavori soggetti a ribasso 900,00 €", "Costi della sicurezza 100,00 €", "manodopera 450,00 €"])
      expect(text).toContain(each);
  });

  it.each(volume([31], [31, 32, 33, 34]))(
    "has lines, categories and a total that add up, whatever the bill holds (%d)",
    async (seed) => {
      const nodes = anyBill(seed);
      const { total, nodes: computed } = computeBill(nodes);
      const text = (await textOf(nodes)).replaceAll("\u200b", "").replaceAll("−", "-");
      const figures = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, figure]) => euroOf(figure));
      const amounts = figures(/SOMMANO m³ -?[\d.,]+ -?[\d.,]+ (-?[\d.]+,\d\d)/g);
      expect([amounts.length, sum(amounts)]).toEqual([flattenLines(computed).length, total]);
      expect(figures(/Totale complessivo (-?[\d.]+,\d\d) €/g)).toEqual([total]);
      const sections = computed.filter(({ type }) => type === "section");
      const subtotals = figures(/Totale [A-Z]+ =Sezione 0 (-?[\d.]+,\d\d)/g);
      expect(subtotals).toEqual(sections.map((node) => (node.computed as { total: number }).total));
    },
  );

  it("says that an empty bill is empty", async () => {
    expect(await textOf([])).toContain("Il computo non contiene voci.");
  });

  it("shows neither project nor client where the order may not", async () => {
    const text = await textOf([], { project: null, client: null });
    expect([text.includes("Villa Rossi"), text.includes("Immobiliare")]).toEqual([false, false]);
  });

  it("takes texts as texts, and very long, deep and large ones", async () => {
    const deep = Array.from({ length: 63 }).reduce<BillNode[]>(
      (children, _, at) => [section(`Livello ${at}`, children)],
      [
        line({
          desc: `#panic() $x$ ${"voce lunga ".repeat(3_000)}FINE`,
          qty: 999_999,
          price: 999_999.99,
          unit: "*m²*",
        }),
      ],
    );
    const text = await textOf(deep);
    for (const each of ["#panic() $x$", "FINE", "SOMMANO *m²*"]) expect(text).toContain(each);
    expect(text.replaceAll("\u200b", "").replaceAll(" ", "")).toContain("999.998.990.000,01");
  });

  it("shortens a section's title in its sum between characters", async () => {
    const text = await textOf(["x", "xx"].map((word) => section(word + "🏠".repeat(200), [line({})])));
    expect(text).toMatch(/Totale A x🏠.*🏠… .*Totale B xx🏠.*🏠… /u);
  });

  it.each<BillDocument>(["estimate", "quantities", "prices", "labour"])(
    "keeps wide figures apart in %s",
    async (document) => {
      const wide = { count: 1234.5678, length: 12_345.678, width: 1234.5678, height: 12_345.678901 };
      const nodes = section("Opere", [
        line({ unit: "kg", qty: 1_234_567.891, price: 1_234_567.895, labourPct: 33.3333 }),
        line({ price: 1234.56, measurements: [{ ...wide, height: 0.1 }, wide, { desc: "Parziale", kind: "partial" }] }),
      ]);
      expect(await overprinted([nodes], { document, quantityDecimals: 3 })).toEqual([]);
    },
  );

  it("lets a row go on on the next page where it is longer than one", async () => {
    const measurements = [{ kind: "note" as const, desc: `${"nota lunga ".repeat(2_000)}FINE` }];
    expect(await textOf([line({ measurements })])).toContain("FINE SOMMANO m³ 0,00");
  });

  it("refuses what no PDF can hold, and says what to do", () => {
    const rows = Array.from({ length: 51_000 }, () => ({ kind: "note" as const, desc: "x" }));
    expect(() => renderBillPdf(printed([line({ measurements: rows })]))).toThrow("export it as XLSX");
  });

  it("refuses sooner where rows take two lines each, which need five times the memory", () => {
    const desc = "parete nord del vano scala, lato verso il cortile";
    const rows = Array.from({ length: 22_500 }, () => ({ desc, length: 1 }));
    expect(() => renderBillPdf(printed([line({ measurements: rows })]))).toThrow("export it as XLSX");
  });
});

describe.each<[BillDocument, string[], string[]]>([
  ["quantities", ["Computo metrico", "SOMMANO m³ 2,00"], ["estimativo", "20,00", "Importo", "Riepilogo"]],
  ["prices", ["Elenco prezzi unitari", "01.A02", "Scavo", "(euro dieci/00)", "10,00"], ["SOMMANO", "20,00"]],
  ["labour", ["Stima dell’incidenza della manodopera", "20,00 25% 5,00", "Totale 20,00 25,00% 5,00"], ["SOMMANO"]],
])("the document %s", (document, shown, absent) => {
  it("shows what it is for, and nothing else", async () => {
    const text = (await textOf([line({ qty: 2, price: 10, labourPct: 25 })], { document })).replaceAll("\u200b", "");
    for (const each of shown) expect(text).toContain(each);
    for (const each of absent) expect(text).not.toContain(each);
  });
});

it("the document quantities, which has no subtotals, says what the lines behind a section belong to", async () => {
  const scavo = line({ qty: 1, price: 10 });
  const nodes = [section("Opere", [section("Scavi", [scavo]), scavo, scavo]), scavo];
  const text = await textOf(nodes, { document: "quantities" });
  expect(text).toMatch(/A Opere A\.1 Scavi 1 .* A Opere \(segue\) 2 .* 3 .* Voci senza categoria 4 /);
  expect(await textOf(nodes)).not.toContain("segue");
});

it("the document labour shortens a description between words", async () => {
  const desc = "Muratura portante in blocchi ".repeat(12);
  const text = await textOf([line({ qty: 1, price: 10, labourPct: 40, desc })], { document: "labour" });
  expect(text.replace(/\s+/g, " ")).toMatch(/ (Muratura|portante|in|blocchi) … (Muratura|portante|in|blocchi) /);
});

it("the document labour shortens a description that ends in a long word between characters", async () => {
  const nodes = ["", "x"].map((end) => line({ desc: `${"parete ".repeat(30)}${"🏠".repeat(40)}${end}` }));
  expect(await textOf(nodes, { document: "labour" })).not.toContain("□");
});

const turns: [BillDocument, number, number, RegExp][] = [
  ["estimate", 1, 12, /Totale complessivo/],
  ["estimate", 2, 31, /Totale complessivo/],
  ["quantities", 1, 14, /SOMMANO m³ 1,00 Firenze/],
  ["quantities", 2, 34, /SOMMANO m³ 1,00 Firenze/],
  ["prices", 1, 21, /\(euro dieci\/00\) m³ 10,00 Firenze/],
  ["labour", 1, 32, /Incidenza media della manodopera/],
];
it.each(volume([turns[0], turns[4]] as typeof turns, turns))(
  "the document %s has on no page the signature alone, wherever page %d ends",
  async (document, turned, first, before) => {
    const counts = Array.from({ length: 8 }, (_, at) => first + at);
    const lengths: number[] = [];
    for (const count of counts) {
      const lines = Array.from({ length: count }, (_, at) =>
        line({ code: `01.A${at + 10}`, qty: 1, price: 10, labourPct: 20 }),
      );
      const pages = await pagesOf(lines, { document });
      lengths.push(pages.length);
      expect([count, pages.at(-1)?.replaceAll("\u200b", "")]).toEqual([count, expect.stringMatching(before)]);
    }
    // Else the page ends with other counts of lines.
    expect([lengths[0], lengths.at(-1)]).toEqual([turned, turned + 1]);
  },
);

it("the price list has each entry once, sorted by code as numbers, those without a code last", () => {
  const { nodes } = computeBill([
    line({ code: "10.A", price: 1 }),
    line({ code: "", desc: "a corpo", price: 5 }),
    section("x", [line({ code: "2.A", price: 1 }), line({ code: "10.A", price: 1 }), line({ code: "10.A", price: 2 })]),
  ]);
  expect(usedEntries(nodes).map(({ code, price }) => [code, price])).toEqual([
    ["2.A", 1],
    ["10.A", 1],
    ["10.A", 2],
    ["", 5],
  ]);
});

it("has its title and its summary as headings, above and beside those of its sections", () => {
  const pdf = renderBillPdf(printed([section("Murature", [line({ qty: 1, price: 1 })])])).toString("latin1");
  // In whichever order the file holds them.
  expect(pdf.match(/\/S \/H\d/g)?.sort()).toEqual(["/S /H1", "/S /H2", "/S /H2"]);
});

it("has structure for screen readers, unless it is so long that this would be most of the file", () => {
  const isTagged = (nodes: BillNode[]) => renderBillPdf(printed(nodes)).includes("/StructTreeRoot");
  const lines = (count: number) => Array.from({ length: count }, () => line({ qty: 1 }));
  expect([isTagged(lines(10)), isTagged(lines(501))]).toEqual([true, false]);
});
