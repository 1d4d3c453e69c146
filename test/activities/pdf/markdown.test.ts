import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { getDocumentProxy } from "unpdf";
import { renderRevisionPdf } from "../../../src/activities/pdf/render-revision.js";
import { townOf } from "../../../src/activities/pdf/town.js";
import { pageTexts, revisionContent } from "./sample.js";

type Parts = Parameters<typeof revisionContent>[0];
const render = (parts: Parts): Buffer => renderRevisionPdf(revisionContent(parts));
const pagesOf = (parts: Parts): Promise<string[]> => pageTexts(render(parts));
const bodyOf = async (body: string): Promise<string> => {
  const [page = ""] = await pagesOf({ kind: "letter", body, project: null });
  return page.slice(page.indexOf("facciata") + 9, page.indexOf(" Geom. Marco"));
};

async function linksOf(pdf: Buffer): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const annotations = await (await document.getPage(1)).getAnnotations();
  return annotations.map(({ url, unsafeUrl }: { url?: string; unsafeUrl?: string }) => url ?? unsafeUrl ?? "");
}

describe("a body in Markdown", () => {
  it("is set without its marks", async () => {
    expect(
      await bodyOf(
        "# 1. Premessa\n\nIl *tetto* è **nuovo** e `x*y`.\n\n> cit.\n\n3) uno\n   - due\n5) tre\n\n| Voce | € |\n|:--|--:|\n| a | **1,00** |\n\n```\nx  y\n```\n\n---\n\n<b>no</b> ![il prospetto](https://a.example/p.png)",
      ),
    ).toBe("1. Premessa Il tetto è nuovo e x*y. cit. 3) uno – due 5) tre Voce € a 1,00 x y <b>no</b> il prospetto");
  });

  it("has true apostrophes, quotation marks and minus signs in prose, and none in code or addresses", async () => {
    expect(await bodyOf('L\'**opera** "A" costa -3,5 €: `l\'x "A" -3`, d\'elia@studio.example')).toBe(
      "L’opera “A” costa −3,5 €: l'x \"A\" -3, d'elia@studio.example",
    );
  });

  it("breaks a long word of code between characters", async () => {
    expect(await bodyOf(`\`\`\`\nx${"🏠".repeat(100)}\n\`\`\``)).toMatch(/^x[🏠 ]+$/u);
  });

  it("prints the address of a link after its words, and links it", async () => {
    const body =
      "Si veda [la norma](https://norme.example/l?a=1), https://a.example, [noi](mailto:a@b.example) e [x](javascript:a).";
    expect(await bodyOf(body)).toBe(
      "Si veda la norma (https://norme.example/l?a=1), https://a.example, noi e [x](javascript:a).",
    );
    expect(await linksOf(render({ kind: "letter", body }))).toEqual([
      "https://norme.example/l?a=1",
      "mailto:a@b.example",
    ]);
  });

  it("gives long addresses as they are, for who copies or types them", async () => {
    const page =
      "https://www.comune.sangiovanni.bo.it/servizi/sportello-unico-edilizia/modulistica/modello-unico-cila-2026.pdf";
    const pec = "protocollo.generale.ufficiotecnico@pec.comunesangiovanniinpersiceto.example";
    const bodies = ["", "qui ", "Modello: ", "Il modello sta in "].map((words) => `${words}${page}`);
    const body = [...bodies, pec].join("\n\n");
    const [text = ""] = await pagesOf({
      kind: "letter",
      body,
      counterparty: { name: "Comune di San Giovanni", company: null, email: null, pec, phone: null },
    });
    const words = text.replaceAll(" ", "");
    expect(words.split(page)).toHaveLength(bodies.length + 1);
    expect(words.split(pec)).toHaveLength(3);
  });

  it("keeps a plain text's lines, lists and marks", async () => {
    const plain =
      "Spett.le Ditta\nvia Po n. 3\n\n1) rilievo_2_piano 3*2*4\n12) € 1.200,00\n\n12. settembre\n\n• uno\n• due\n\nn.____/____\n--\nStudio";
    expect(await bodyOf(plain)).toBe(plain.replace(/\s+/g, " "));
  });

  it("may be nested, large or absurd", async () => {
    const bodies = [
      `- ${"abcdefg ".repeat(200)}\n`.repeat(40),
      ">".repeat(20_000),
      "> - ".repeat(300),
      `# ${"x".repeat(50_000)}`,
      `\`\`\`\n${"x".repeat(50_000)}`,
      `[a](https://a.example/${"x".repeat(50_000)})`,
      "*a* ".repeat(10_000),
    ];
    for (const body of bodies) expect(render({ body }).length).toBeGreaterThan(10_000);
  });
});

describe("a perizia", () => {
  const body = readFileSync(new URL("texts/perizia.md", import.meta.url), "utf8");

  it("keeps headings with what follows, small tables whole, and its signature with the last words", async () => {
    const pages = await pagesOf({ kind: "perizia", body, project: null });
    expect(pages).toHaveLength(4);
    for (const page of pages)
      expect(page).not.toMatch(/\d \p{Lu}[\p{L} ]{3,30} Studio Bianchi Perizia n\. 2026\/0001 Pagina/u);
    expect(pages.filter((page) => page.includes("Comparabile"))).toHaveLength(1);
    expect(pages.at(-1)).toMatch(/nota dell’amministratore\. Geom\. Marco Bianchi/);
    expect(pages.join(" ")).toContain("1 Parete in cartongesso");
    expect(pages.join(" ")).toContain("Riduzione del 10% per l’assenza della garanzia per vizi: −€ 14.792,44");
  });
});

describe("a long quote", () => {
  const desc =
    "Muratura in blocchi di laterizio, compresi gli oneri per spalle, mazzette e quant'altro occorra. ".repeat(6);
  const lineItems = Array.from({ length: 40 }, (_, n) => ({
    desc: `Voce${n + 1} ${desc}fine${n + 1}.`,
    unit: "m²",
    qty: 1,
    price: 10.1,
  }));

  it("carries its sums from page to page, and splits no row", async () => {
    const pages = await pagesOf({ lineItems });
    const begun = (page: string) => page.match(/Voce\d+/g)?.map((word) => word.slice(4)) ?? [];
    const ended = (page: string) => page.match(/fine\d+/g)?.map((word) => word.slice(4)) ?? [];
    let rows = 0;
    for (const page of pages) {
      expect(begun(page)).toEqual(ended(page));
      const before = (rows * 10.1).toFixed(2).replace(".", ",");
      expect(page.includes(`Riporto ${before} `)).toBe(rows > 0 && begun(page).length > 0);
      rows += begun(page).length;
      const after = (rows * 10.1).toFixed(2).replace(".", ",");
      expect(page.includes(`A riportare ${after} `)).toBe(rows < 40);
    }
    expect(rows).toBe(40);
  });

  it("carries nothing where one page holds all", async () => {
    expect((await pagesOf({ lineItems: lineItems.slice(0, 3) })).join(" ")).not.toMatch(/riport/i);
  });
});

describe("the signature of a quote's client", () => {
  const person = { name: "Anna Rossi", company: null, email: null, pec: null, phone: null };

  it.each([
    ["a private client", person, "Firma per accettazione Anna Rossi Geom. Marco Bianchi Luogo e data Firma "],
    [
      "a company",
      { ...person, company: "Rossi S.r.l." },
      "Per accettazione Rossi S.r.l. Geom. Marco Bianchi Luogo e data Timbro e firma ",
    ],
    [
      "a company that is the contact",
      { ...person, name: "Condominio Po" },
      "Per accettazione Condominio Po Geom. Marco Bianchi Luogo e data Timbro e firma ",
    ],
    [
      "another body that is the contact",
      { ...person, name: "Scuola Manzoni" },
      "Per accettazione Scuola Manzoni Geom. Marco Bianchi Luogo e data Timbro e firma ",
    ],
  ])("is that of %s", async (_, counterparty, expected) => {
    expect((await pagesOf({ counterparty })).join(" ")).toContain(expected);
  });
});

it.each([
  ["Via Garibaldi 24, 50123 Firenze (FI)", "Firenze"],
  ["Via Roma 1 - 24122 Bergamo BG", "Bergamo"],
  ["Piazza del Popolo 3\n00187 Roma", "Roma"],
  ["Corso Italia 5, 10090 San Giorio di Susa (TO), Italia", "San Giorio di Susa"],
  ["Via Po 3, Reggio nell'Emilia (RE)", "Reggio nell'Emilia"],
  ["Via Po 3, 39100 Bolzano/Bozen", null],
  ["Via Po 3", null],
  ["", null],
  [null, null],
])("finds the town of %j", (address, town) => {
  expect(townOf(address)).toBe(town);
});

it("dates a document without a place where the address names none", async () => {
  const [page] = await pagesOf({ issuer: { address: "Via Po 3" } });
  expect(page).toContain("Preventivo n. 2026/0001 del 21 novembre 2026");
});
