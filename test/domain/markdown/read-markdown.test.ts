import { describe, expect, it } from "@jest/globals";
import type { Block } from "../../../src/domain/markdown/nodes.js";
import { linksIn } from "../../../src/domain/markdown/parser.js";
import { wordsOfMarkdown } from "../../../src/domain/markdown/plain-text.js";
import { readMarkdown } from "../../../src/domain/markdown/read-markdown.js";
import { unprintedIn } from "../../../src/domain/markdown/unprinted.js";
import { expectProportional } from "../../support/growth.js";

const paragraph = (...lines: string[]): Block => ({ kind: "paragraph", lines: lines.map((text) => [{ text }]) });

describe("Markdown", () => {
  it("has headings, styles, links, quotations, lists, tables, code and rules", () => {
    expect(
      readMarkdown(
        "# 1. Premessa\n\nIl *tetto* è **nuovo**, vedi [il sito](https://a.example/) e `x*y`.\n\n> cit.\n\n1) uno\n   - due\n\n| Voce | € |\n|:--|--:|\n| a | **1** |\n\n```\n  b\n```\n\n---",
      ),
    ).toEqual([
      { kind: "heading", level: 1, lines: [[{ text: "1. Premessa" }]] },
      {
        kind: "paragraph",
        lines: [
          [
            { text: "Il " },
            { text: "tetto", emphasis: true },
            { text: " è " },
            { text: "nuovo", strong: true },
            { text: ", vedi " },
            { text: "il sito", href: "https://a.example/" },
            { text: " e " },
            { text: "x*y", code: true },
            { text: "." },
          ],
        ],
      },
      { kind: "quote", blocks: [paragraph("cit.")] },
      {
        kind: "list",
        isOrdered: true,
        isTight: true,
        items: [
          {
            label: "1)",
            blocks: [
              paragraph("uno"),
              { kind: "list", isOrdered: false, isTight: true, items: [{ label: "–", blocks: [paragraph("due")] }] },
            ],
          },
        ],
      },
      {
        kind: "table",
        alignments: ["left", "right"],
        header: [[{ text: "Voce" }], [{ text: "€" }]],
        rows: [[[{ text: "a" }], [{ text: "1", strong: true }]]],
      },
      { kind: "code", text: "  b" },
      { kind: "rule", typed: "" },
    ]);
  });

  it.each([
    ["web", "https://a.example/x?y=1"],
    ["mail", "mailto:a@b.example"],
    ["telephone", "tel:+39055123456"],
  ])("links to %s", (_, href) => {
    expect(readMarkdown(`[qui](${href})`)).toEqual([{ kind: "paragraph", lines: [[{ text: "qui", href }]] }]);
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "/interno",
    "//a.example",
    "vbscript:x",
    "JAVASCRIPT:x",
  ])("leaves a link to %s as typed", (href) => {
    expect(readMarkdown(`[qui](${href})`)).toEqual([paragraph(`[qui](${href})`)]);
  });

  it("shows HTML as text, and of an image its words", () => {
    expect(readMarkdown('<b>x</b><br>\n<div onclick="y">\n\n![il prospetto](https://a.example/p.png)')).toEqual([
      paragraph("<b>x</b><br>", '<div onclick="y">'),
      paragraph("il prospetto"),
    ]);
  });
});

describe("a plain text", () => {
  it.each([
    [
      "typed line ends",
      "Spett.le\nComune di Firenze\r\nPiazza della Signoria",
      ["Spett.le", "Comune di Firenze", "Piazza della Signoria"],
    ],
    ["marks within words", "rilievo_piano_terra, 3*2,50*4 e 2 * 3 * 4", ["rilievo_piano_terra, 3*2,50*4 e 2 * 3 * 4"]],
    ["blanks to be filled in", "n.______/______ del ____ firma:____", ["n.______/______ del ____ firma:____"]],
    ["asterisks that hide", "IBAN ****0123 e ****0456", ["IBAN ****0123 e ****0456"]],
    [
      "a number within a paragraph",
      "Si richiede\n2) la copia\n12. settembre",
      ["Si richiede", "2) la copia", "12. settembre"],
    ],
    ["a mail's signature", "Cordiali saluti\n-- \nStudio Rossi", ["Cordiali saluti", "--", "Studio Rossi"]],
    [
      "marks that mean nothing",
      "#1 €1.200,00 ~ [da completare: data] {{nome}} <<nome>> C:\\Dati",
      ["#1 €1.200,00 ~ [da completare: data] {{nome}} <<nome>> C:\\Dati"],
    ],
    ["another alphabet's bullets", "• uno\n– due", ["• uno", "– due"]],
  ])("keeps %s", (_, text, lines) => {
    expect(readMarkdown(text)).toEqual([paragraph(...lines)]);
  });

  it("keeps an address where spaces set it", () => {
    expect(readMarkdown("Oggetto\n\n        Spett.le\n          Comune *di* Firenze")).toEqual([
      paragraph("Oggetto"),
      paragraph(`${"\u00a0".repeat(4)}Spett.le`, `${"\u00a0".repeat(6)}Comune *di* Firenze`),
    ]);
  });

  it.each([
    ["1) a\n3) b\n12) c", ["1)", "3)", "12)"]],
    ["1. a\n1. b\n1. c", ["1.", "2.", "3."]],
    ["2026. Il primo anno", ["2026."]],
  ])("numbers %j as a reader expects", (text, labels) => {
    const [list] = readMarkdown(text);
    expect(list?.kind === "list" && list.items.map(({ label }) => label)).toEqual(labels);
  });

  it("keeps the lines of two who sign side by side apart", () => {
    const lines = `${"_".repeat(12)}${" ".repeat(8)}${"_".repeat(12)}`;
    expect(readMarkdown(`Il Presidente       Il Segretario\n${lines}\n\n${lines}`)).toEqual([
      paragraph("Il Presidente       Il Segretario", lines),
      paragraph(lines),
    ]);
    expect(readMarkdown("_ _ _")).toEqual([{ kind: "rule", typed: "___" }]);
  });

  it("keeps a line of underscores as long as it was typed", () => {
    expect(readMarkdown("Firma\n\n______________")).toEqual([
      paragraph("Firma"),
      { kind: "rule", typed: "_".repeat(14) },
    ]);
  });
});

it("gives the words without their marks, rows and items apart", () => {
  expect(
    wordsOfMarkdown(
      "## Costi\n\nIl **totale** è [qui](https://a.example).\n\n- a\n- b\n\n|Voce|€|\n|-|-|\n|Totale|*12,00*|",
    ),
  ).toBe("Costi\n\nIl totale è qui.\n\n– a\n– b\n\nVoce | €\n\nTotale | 12,00");
});

it("names what won't be printed as its author may expect", () => {
  expect(
    unprintedIn(
      "a<br>b `<br>` <!-- c --> <nome> <<data>>\n\n![pianta](https://a.example/p.png)\n\n[q]: https://b.example\n[r]: https://c.example\n\n[r]",
    ),
  ).toEqual({
    images: ["pianta"],
    html: ["<br>", "<!--"],
    marks: [],
    definitions: ["Q"],
  });
});

it.each([
  ["Le opere <a carico del committente>, se a<b e c>d, tra il punto <A> e il punto <B>; <mario@studio.it>", []],
  [
    '<a href="https://a.example">qui</a> <P class=x>uno</P> <b>due</b> <hr />',
    ['<a href="https://a.example">', "</a>", "<P class=x>", "</P>", "<b>", "</b>", "<hr />"],
  ],
])("takes only tags for HTML: %s", (text, html) => {
  expect(unprintedIn(text).html).toEqual(html);
});

it.each([30, 31, 32, 255])("takes no row of a table in a quotation of over %i lines for a definition", (lines) => {
  const table = `${"> x\n".repeat(lines - 1)}>\n> [a]: https://a.example/|b\n> -|-\n> c|d`;
  expect(linksIn(table)).toEqual([]);
  expect(wordsOfMarkdown(`${">\n".repeat(lines)}> [a]: https://a.example/\n>\n> x\n\n[a]`)).toMatch(/x\n\na$/);
});

describe("a hostile text", () => {
  it("loses nothing beyond the deepest level", () => {
    expect(wordsOfMarkdown(`${"> ".repeat(500)}in fondo`)).toContain("in fondo");
    expect(wordsOfMarkdown(`${"- ".repeat(500)}in fondo`)).toContain("in fondo");
    expect(wordsOfMarkdown(`${"*a **b ".repeat(500)}in fondo`)).toContain("in fondo");
  });

  it("goes on after the deepest level as if nothing had been", () => {
    const nested = "- 1\n  - 2\n    - 3\n      - 4\n        - 5\n          - 6\n";
    const after = readMarkdown(`${nested}- 7\n\n# Fine\n\n> x`);
    expect(after.map(({ kind }) => kind)).toEqual(["list", "heading", "quote"]);
    expect(wordsOfMarkdown(`${nested}- 7`)).toMatch(/– 4\n- 5\n- 6\n– 7$/);
  });

  it("keeps a table that fits on no page as typed", () => {
    const row = "|a".repeat(40);
    expect(readMarkdown(`${row}\n${"|-".repeat(40)}`)).toEqual([paragraph(row, "|-".repeat(40))]);
  });

  it("takes time in proportion to its length", async () => {
    const patterns = [
      "[",
      "*",
      ">",
      "> ",
      "`",
      "_a",
      "![",
      "[a](",
      "a**b",
      "- ",
      "|a|b\n|-|-|\n",
      "[a]: ",
      "*_",
      "\\[",
      "&#1;",
      "1) ",
      "a\n> > \n",
      "> # a\nb\n",
    ];
    const input = (length: number) => patterns.map((pattern) => pattern.repeat(length / pattern.length));
    const work = (texts: string[]) => texts.map(wordsOfMarkdown);
    await expectProportional({ input, work, small: 10_000, large: 80_000 });
  });
});
