import { describe, expect, it } from "@jest/globals";
import { readXlsx } from "hucre";
import type { ComparisonContent } from "../../../../src/activities/exports/comparison/comparison-content.js";
import { comparisonSheet } from "../../../../src/activities/exports/comparison/comparison-sheet.js";
import { writeComparison } from "../../../../src/activities/exports/comparison/write-comparison.js";
import { type BillNode, computeBill, flattenLines } from "../../../../src/domain/bill/bill.js";
import { compareQuotes } from "../../../../src/domain/documents/compare-quotes.js";
import type { ComparedQuote } from "../../../../src/domain/documents/quote-offers.js";
import { pageTexts, revisionContent } from "../../pdf/sample.js";

const contact = (name: string) => ({ id: name, name, company: null });
const firms = ["Edilizia Rossi S.r.l.", "Costruzioni Verdi & Figli S.n.c.", "Impresa Neri", "Bianchi S.p.A.", "Gialli"];

/** A bill of so many lines with so many quotes, of which the last covers all but every fifth line. */
function comparison(lineCount: number, quoteCount: number, fields: Partial<ComparisonContent> = {}) {
  const line = (n: number): BillNode => ({
    type: "line",
    code: `01.A${n}`,
    desc: `Voce ${n + 1}${n % 3 === 0 ? `, ${"compresi ogni onere e magistero per dare l’opera finita ".repeat(1 + (n % 9))}` : ""}`,
    unit: "m²",
    qty: 10 + n,
    price: 20,
  });
  const all = Array.from({ length: lineCount }, (_, n) => line(n));
  const half = Math.floor(lineCount / 2);
  const bill = computeBill([
    {
      type: "section",
      title: "Piano terra",
      children: [{ type: "section", title: "Opere", children: all.slice(0, half) }],
    },
    ...all.slice(half),
  ]);
  const quotes = Array.from(
    { length: quoteCount },
    (_, at): ComparedQuote => ({
      docId: `q${at}`,
      title: `Offerta ${at + 1}`,
      contact: contact(firms[at] ?? `Impresa ${at + 1}`),
      lineItems: all.map((_, n) => ({ qty: 10 + n, price: 18.5 + ((n * 7 + at * 5) % 9) })),
      discountPct: at === 1 ? 5 : null,
      vatPct: 22,
    }),
  );
  const links = quotes.flatMap(({ docId }, at) =>
    all.flatMap((_, n) =>
      n === 3 || (at === quoteCount - 1 && n % 5 === 0)
        ? []
        : { docId, computoLineIndex: n, docLineIndex: n, stale: at === 0 && n === 4 },
    ),
  );
  const content: ComparisonContent = {
    format: "pdf",
    bill: {
      name: "Ristrutturazione di Villa Serena",
      nodes: JSON.stringify(bill.nodes),
      total: bill.total,
      quantityDecimals: null,
      shares: null,
    },
    issuer: revisionContent().issuer,
    project: { name: "Villa Serena", address: "Via Roma 1", municipality: "Firenze" },
    client: "Maria Bianchi",
    timezone: "Europe/Rome",
    madeAt: "2026-11-23T20:00:00.000Z",
    quotes,
    links,
    ...fields,
  };
  return content;
}

const pdfText = async (content: ComparisonContent): Promise<string> =>
  (await pageTexts(Buffer.from((await writeComparison(content)).bytes))).join(" ");

describe("a comparison as PDF", () => {
  it("names bill, client and quotes, each with its totals", async () => {
    const text = await pdfText(comparison(6, 2));
    expect(text).toContain("Confronto preventivi");
    for (const part of [
      "Computo Ristrutturazione di Villa Serena",
      "Pratica Villa Serena",
      "Ubicazione Via Roma 1 – Firenze",
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/A Edilizia Rossi S\.r\.l\. Offerta 1 5 di 6 [\d.,]+ [\d.,]+ – [\d.,]+ [\d.,]+/);
    expect(text).toMatch(/B Costruzioni Verdi & Figli S\.n\.c\. Offerta 2 3 di 6 [\d.,]+ [\d.,]+ 5% /);
    expect(text).toContain("Voci senza alcuna offerta: 4");
  });

  it("names the comune once, and the firm by its name where the legal one is blank", async () => {
    const issuer = { ...revisionContent().issuer, name: "Studio Serena", legalName: " " };
    const project = { name: "Villa Serena", address: "Via Roma 1, Firenze", municipality: "Firenze" };
    const text = await pdfText(comparison(1, 1, { issuer, project }));
    expect(text).toContain("Ubicazione Via Roma 1, Firenze Committente");
    expect(text).toContain("Studio Serena");
  });

  it("shows each offer, a dash where there is none, and what its marks mean", async () => {
    const text = await pdfText(comparison(6, 2));
    expect(text).toContain("Piano terra – Opere");
    expect(text).toMatch(/2 Voce 2 m² 11,00 25,50 280,50 21,50 236,50/);
    expect(text).toMatch(/4 Voce 4, .{0,300} m² 13,00 – – – –/);
    expect(text).toContain("* la voce del computo o la riga dell’offerta è cambiata dopo il collegamento.");
    expect(text).not.toContain("più righe della stessa offerta");
  });

  it.each(["pdf", "xlsx"] as const)(
    "says in %s of a quote that it was declined, however long its name is",
    async (format) => {
      const content = comparison(2, 2, { format });
      const name =
        "Consorzio stabile delle imprese edili riunite della Val di Cecina e delle Colline Metallifere".repeat(3);
      const quotes = content.quotes.map((quote) => ({ ...quote, contact: contact(name), status: "declined" as const }));
      const { bytes } = await writeComparison({ ...content, quotes });
      const text =
        format === "pdf"
          ? (await pageTexts(Buffer.from(bytes))).join(" ")
          : JSON.stringify((await readXlsx(Buffer.from(bytes))).sheets[0]?.rows);
      expect(text.match(/… ?\(rifiutata\)/g)).toHaveLength(4);
    },
  );

  it("tells a lump sum apart", async () => {
    const content = comparison(3, 2);
    const links = content.links
      .filter(({ docId }) => docId === "q0")
      .concat([{ docId: "q1", computoLineIndex: null, docLineIndex: null, stale: false }]);
    expect(await pdfText({ ...content, links })).toMatch(/Offerta 2 a corpo [\d.,]+ – 5% – [\d.,]+/);
  });

  it("puts more than five quotes into tables of their own", async () => {
    const text = await pdfText(comparison(4, 7));
    expect(text).toContain("Confronto per voce: offerte A–E");
    expect(text).toContain("Confronto per voce: offerte F–G");
  });

  it("has no structure for screen readers where that would be most of the file", async () => {
    const isTagged = async (lineCount: number) =>
      Buffer.from((await writeComparison(comparison(lineCount, 6))).bytes).includes("/StructTreeRoot");
    expect([await isTagged(4), await isTagged(751)]).toEqual([true, false]);
  });

  it("is refused of more lines and quotes than the worker has memory for", async () => {
    await expect(writeComparison(comparison(3_001, 6))).rejects.toThrow("it is too long for a PDF");
  });

  it("can be of a bill without lines", async () => {
    expect(await pdfText(comparison(0, 1))).toContain("Le offerte");
  });

  it("shows texts as texts, whatever they hold", async () => {
    const content = comparison(1, 1);
    const [quote] = content.quotes as [ComparedQuote];
    const text = await pdfText({ ...content, quotes: [{ ...quote, title: "#import x *Offerta* $a$" }] });
    expect(text).toContain("#import x *Offerta* $a$");
  });
});

describe("a comparison as a workbook", () => {
  it("has a row for each line and two columns for each quote, then the totals", async () => {
    const { bytes, name } = await writeComparison(comparison(6, 2, { format: "xlsx" }));
    expect(name).toBe("Confronto preventivi - Ristrutturazione di Villa Serena.xlsx");
    const { sheets } = await readXlsx(bytes);
    const rows = sheets[0]?.rows ?? [];
    expect(rows[0]?.slice(6, 8)).toEqual([
      "A – Edilizia Rossi S.r.l.: prezzo unitario (€)",
      "A – Edilizia Rossi S.r.l.: importo (€)",
    ]);
    expect(rows[1]?.[2]).toBe("Piano terra – Opere");
    expect(rows[3]?.slice(0, 12)).toEqual([2, "01.A1", "Voce 2", "m²", 11, 220, 25.5, 280.5, 21.5, 236.5, "B", 18.6]);
    expect(rows.find((row) => row[2] === "Totale offerta (imponibile)")?.[7]).toBeGreaterThan(0);
    expect(rows.some((row) => row[2] === "Voci senza offerta: 1")).toBe(true);
  });

  it("notes the quantity of whoever offers another than the bill's", async () => {
    const content = comparison(2, 2, { format: "xlsx" });
    const [first, second] = content.quotes as [ComparedQuote, ComparedQuote];
    const lineItems = second.lineItems.map((item, n) => (n === 1 ? { ...item, qty: 1 } : item));
    const { bytes } = await writeComparison({ ...content, quotes: [first, { ...second, lineItems }] });
    const { sheets } = await readXlsx(bytes);
    const offered = sheets[0]?.rows.filter((row) => typeof row[0] === "number") ?? [];
    expect(offered.map((row) => row[12] ?? null)).toEqual([null, "B offre una quantità diversa: 1,00"]);
  });

  it("favours none of those who ask equally little, the PDF neither", async () => {
    const content = comparison(2, 3, { format: "xlsx" });
    const quotes = content.quotes.map((quote, at) => ({
      ...quote,
      lineItems: quote.lineItems.map((item) => ({ ...item, price: at === 1 ? 20 : 18.5 })),
    }));
    const links = quotes.flatMap(({ docId }) =>
      [0, 1].map((n) => ({ docId, computoLineIndex: n, docLineIndex: n, stale: false })),
    );
    const { sheets } = await readXlsx((await writeComparison({ ...content, quotes, links })).bytes);
    const offered = sheets[0]?.rows.filter((row) => typeof row[0] === "number") ?? [];
    expect(offered.map((row) => row[12])).toEqual(["A, C", "A, C"]);
    const nodes = JSON.parse(content.bill.nodes) as BillNode[];
    const lines = flattenLines(nodes);
    const named = lines.map(({ index }) => ({ index, desc: "" }));
    const { blocks } = comparisonSheet(content, nodes, lines, compareQuotes(named, quotes, links));
    const shown = blocks.flatMap(({ rows }) => rows.map(({ offers }) => offers.map((offer) => offer?.isLowest)));
    expect(shown).toEqual(Array(2).fill([true, false, true]));
  });

  it("ranks no amount that covers several lines, though the comparison names the smallest", async () => {
    const content = comparison(2, 2, { format: "xlsx" });
    const links = [
      ...[0, 1].map((n) => ({ docId: "q0", computoLineIndex: n, docLineIndex: n, stale: false })),
      ...[0, 1].map((n) => ({ docId: "q1", computoLineIndex: n, docLineIndex: 0, stale: false })),
    ];
    const { sheets } = await readXlsx((await writeComparison({ ...content, links })).bytes);
    const offered = sheets[0]?.rows.filter((row) => typeof row[0] === "number") ?? [];
    expect(offered.map((row) => row.slice(10, 13))).toEqual(
      Array(2).fill([null, null, "importo per più voci del computo"]),
    );
    const nodes = JSON.parse(content.bill.nodes) as BillNode[];
    const lines = flattenLines(nodes);
    const compared = compareQuotes(
      lines.map(({ index }) => ({ index, desc: "" })),
      content.quotes,
      links,
    );
    expect(compared.lines.map(({ lowest }) => lowest)).not.toContain(null);
    const { blocks } = comparisonSheet(content, nodes, lines, compared);
    const shown = blocks.flatMap(({ rows }) => rows.flatMap(({ offers }) => offers.map((offer) => offer?.isLowest)));
    expect(shown).toEqual(Array(4).fill(false));
  });
});
