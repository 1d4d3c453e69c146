import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { extractText } from "../../../src/formats/texts/extract-text.js";
import { docx, paragraph, pdf, xlsx, zip } from "./files.js";

const read = (bytes: Buffer | string, name = "file") =>
  extractText({ bytes: Buffer.from(bytes as string), name, contentType: "application/octet-stream" });
const golden = (name: string) => readFileSync(new URL(`golden/${name}`, import.meta.url));
const textOf = async (bytes: Buffer | string, name?: string) => (await read(bytes, name)).text;

describe("a text", () => {
  it.each([
    ["UTF-8", Buffer.from("perché 5 €")],
    ["UTF-8 with its mark", Buffer.from("\ufeffperché 5 €")],
    ["UTF-16", Buffer.from("\ufeffperché 5 €", "utf16le")],
    ["UTF-16 without its mark", Buffer.from("perché 5 €", "utf16le")],
    ["UTF-16 the other way round", Buffer.from("\ufeffperché 5 €", "utf16le").swap16()],
    ["Windows-1252", Buffer.from("perch\xe9 5 \x80", "latin1")],
    ["MS-DOS", Buffer.from("perch\x82 5 \xd5", "latin1")],
    ["Mac OS Roman", Buffer.from("perch\x8e 5 \xdb", "latin1")],
  ])("in %s is read", async (_, bytes) => {
    expect(await read(bytes, "nota.txt")).toEqual({
      kind: "text",
      contentType: "text/plain",
      text: "perché 5 €",
      warnings: [],
    });
  });

  it.each(["BM Costruzioni S.r.l.;Lodi", "MZ Impianti;Pavia", "GIF di prova", "FORM di richiesta"])(
    "is read though it begins with another format's signature: %s",
    async (text) => {
      expect(await read(text, "contatti.csv")).toMatchObject({ contentType: "text/csv", text });
    },
  );

  it("in ISO-8859-15 is read where its page says so", async () => {
    const page = '<html><head><meta charset="iso-8859-15"></head><body>perch\xe9 5 \xa4</body></html>';
    expect(await textOf(Buffer.from(page, "latin1"))).toBe("perché 5 €");
  });

  it("is freed of what nobody sees", async () => {
    expect(await textOf("vis\u200bibile \u202erovescio\u202c \u{e0041}\u{e0100}fine\r\nriga")).toBe(
      "visibile rovescio fine\nriga",
    );
  });

  it("of a table keeps its name's type", async () => {
    expect(await read("voce;prezzo\nScavo;12,50\n", "lista.CSV")).toMatchObject({
      contentType: "text/csv",
      text: "voce;prezzo\nScavo;12,50\n",
    });
  });
});

describe("a DOCX", () => {
  it("has headings, lists, tables, links and notes", async () => {
    const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
    const file = docx(
      [
        paragraph("Relazione", '<w:pStyle w:val="Titolo1"/>'),
        paragraph("primo", '<w:numPr><w:ilvl w:val="0"/></w:numPr>'),
        `<w:tbl><w:tr>${cell("Voce")}${cell("Importo")}</w:tr></w:tbl>`,
        '<w:p><w:r><w:t>vedi </w:t></w:r><w:hyperlink r:id="a"><w:r><w:t>il sito</w:t></w:r></w:hyperlink></w:p>',
        "<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r></w:p>",
        "<w:p><w:del><w:r><w:delText>tolto</w:delText></w:r></w:del><w:r><w:rPr><w:vanish/></w:rPr><w:t>nascosto</w:t></w:r></w:p>",
      ].join(""),
      {
        "word/_rels/document.xml.rels": '<Relationships><Relationship Id="a" Target="https://e.it"/></Relationships>',
        "word/footnotes.xml": `<w:footnotes xmlns:w="w"><w:footnote>${paragraph("nota a piè")}</w:footnote></w:footnotes>`,
      },
    );
    const { text, contentType, warnings } = await read(file);
    expect(text.split("\n").map((line) => line.trimEnd())).toEqual(
      ["# Relazione", "- primo", "Voce | Importo", "vedi il sito (https://e.it)", "a\tb", "c"].concat(
        ...["", "", "", "Footnotes:", "nota a piè"],
      ),
    );
    expect(contentType).toBe("application/vnd.openxmlformats-officedocument.wordprocessingml.document");
    expect(warnings).toEqual([{ code: "hidden_text", detail: "The file has hidden text, which is left out." }]);
  });
});

describe("an XLSX", () => {
  it("shows its cells as an Italian program does, in their columns, under the sheets' names", async () => {
    const rows = [
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Importo</t></is></c></row>',
      '<row r="2"><c r="A2" s="1"><v>46348</v></c><c r="B2" t="b"><v>1</v></c><c r="C2" s="2"><v>1234.5</v></c></row>',
      '<row r="9"><c r="A9" s="3"><v>0.225</v></c><c r="B9"><v>0.1</v></c><c r="C9" t="e"><v>#DIV/0!</v></c></row>',
    ];
    const file = xlsx(
      [
        { rows: rows.join(""), name: "Computo" },
        { rows: "", attributes: 'state="hidden"' },
      ],
      {
        "xl/sharedStrings.xml": "<sst><si><r><t>Da</t></r><r><t>ta</t></r><rPh sb='0' eb='1'><t>x</t></rPh></si></sst>",
        "xl/styles.xml":
          '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="#,##0.00\\ &quot;€&quot;"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="10"/></cellXfs></styleSheet>',
      },
    );
    const { text, warnings } = await read(file);
    expect(text).toBe(
      "## Computo\nData\t\tImporto\n22/11/2026\tVERO\t1.234,50 €\n22,50%\t0,1\t#DIV/0!\n\n## Foglio2 (hidden sheet)\n",
    );
    expect(warnings.map(({ code }) => code)).toEqual(["hidden_text"]);
  });

  it("says that sheets are left out where it has more than are read", async () => {
    const warningsOf = async (sheets: number) =>
      (await read(xlsx(Array.from({ length: sheets }, () => ({ rows: "" }))))).warnings;
    expect(await warningsOf(400)).toEqual([]);
    expect(await warningsOf(401)).toEqual([{ code: "sheets_left_out", detail: "Only the first 400 sheets are read." }]);
  });

  it("has the characters that its escapes stand for, but for those that no text has", async () => {
    const cell = (type: string, inner: string) => `<c t="${type}">${inner}</c>`;
    const cells = [
      cell("s", "<v>0</v>"),
      cell("inlineStr", "<is><t>a_x000D_\nb_x0000__x0007_</t></is>"),
      cell("str", "<v>_xD83D__xDE00__xD83D_ _x00zz_</v>"),
    ];
    const file = xlsx([{ rows: `<row r="1">${cells.join("")}</row>`, name: "A" }], {
      "xl/sharedStrings.xml": "<sst><si><t>_x005F_x0041_ _x20AC_</t></si></sst>",
    });
    expect((await read(file)).text).toBe("## A\n_x0041_ €\ta b\t😀\ufffd _x00zz_\n");
  });
});

describe("a PDF", () => {
  it("is read page by page, and says which pages are pictures", async () => {
    expect(await read(pdf(["Relazione tecnica", "", "Fine"]))).toEqual({
      kind: "text",
      contentType: "application/pdf",
      text: "--- Page 1 of 3 ---\nRelazione tecnica\n\n--- Page 2 of 3 ---\n\n\n--- Page 3 of 3 ---\nFine",
      warnings: [{ code: "pages_without_text", detail: "Page 2 has no text: probably scans." }],
    });
  });

  it("that is a scan says so", async () => {
    expect(await read(pdf(["", ""]))).toMatchObject({
      kind: "none",
      warnings: [{ code: "no_text", detail: "This PDF has no text, only pictures: it is probably a scan." }],
    });
  });
});

describe("a page", () => {
  it("has the text that its reader sees", async () => {
    const page = `<!DOCTYPE html><html><head><title>t</title><style>p{}</style></head><body>
      <h2>Titolo</h2><p>Uno <b>due</b>,&nbsp;tre &egrave; &#8364;<br>sotto</p><script>alert(1)</script>
      <ul><li>a<li><a href="https://e.it/x">b</a> <a href="javascript:x()">c</a></ul>
      <table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>
      <div style="display: none">ordine <div>nascosto</div> </div><pre>  a
  b</pre><img alt="pianta" src="x"></body></html>`;
    const { text, contentType, warnings } = await read(page);
    expect(text).toBe(
      "## Titolo\n\nUno due,\u00a0tre è €\nsotto\n\n- a\n- b (https://e.it/x) c\n\n1 | 2\n3 | 4\n\n  a\n  b\n[pianta]",
    );
    expect(contentType).toBe("text/html");
    expect(warnings.map(({ code }) => code)).toEqual(["hidden_text"]);
  });

  it.each(["max-height: 0", "color:transparent", "font-size:1px", "mso-hide:all"])(
    "leaves out what %s keeps from the eye, as in a mail",
    async (style) =>
      expect((await read(`<html><body>uno<i style="${style}">ordine</i> due</body></html>`)).text).toBe("uno due"),
  );

  it("has what is readable within a part whose text has no size", async () => {
    const page =
      "<html><body><p>uno</p><td style='font-size:0'>ordine<td>x</td><i style='font-size:12px'>due</i></td> tre";
    expect((await read(page)).text).toBe("uno\n\ndue tre");
    expect((await read("<html><body><p style='font-size:.9em'>uno</p></body></html>")).text).toBe("uno");
  });
});

describe("a mail", () => {
  it("says who wrote what to whom, and what is attached", async () => {
    const mail = [
      "Received: from a by b",
      "From: Mario Rossi <mario@example.it>",
      "To: studio@example.it, Anna <anna@example.it>",
      "Subject: =?utf-8?Q?Perch=C3=A9?=",
      "Date: Sun, 22 Nov 2026 10:00:00 +0100",
      "MIME-Version: 1.0",
      "Content-Type: multipart/mixed; boundary=x",
      "",
      "--x",
      "Content-Type: text/plain; charset=windows-1252",
      "",
      "Costa 5 \x80.",
      "--x",
      "Content-Type: application/pdf; name=pianta.pdf",
      "Content-Disposition: attachment; filename=pianta.pdf",
      "",
      "%PDF",
      "--x--",
    ];
    const { text, contentType } = await read(Buffer.from(mail.join("\r\n"), "latin1"));
    expect(contentType).toBe("message/rfc822");
    expect(text).toBe(
      "From: Mario Rossi <mario@example.it>\nTo: studio@example.it, Anna <anna@example.it>\nDate: 2026-11-22T09:00:00.000Z\nSubject: Perché\n\nCosta 5 €.\n\nAttachments (not part of this text):\n- pianta.pdf (application/pdf, 4 bytes)",
    );
  });
});

it("a PEC shows its envelope and the message in it, whose HTML is the PEC's", async () => {
  const pec = readFileSync(new URL("../pec/busta-trasporto.eml", import.meta.url));
  const { text } = await read(pec);
  expect(text).toContain("Per conto di");
  expect(text.split("The message in this envelope:")[1]).toMatch(/^\n\nFrom: .*@.*\nTo: /);
  // Of this one the envelope alone has HTML.
  const html = await extractText({ bytes: pec, name: "", contentType: "" }, { form: "html" });
  expect(html).toMatchObject({ kind: "none", warnings: [{ code: "no_html" }] });
});

describe("the HTML of a file", () => {
  const html = (bytes: Buffer | string) =>
    extractText({ bytes: Buffer.from(bytes), name: "", contentType: "" }, { form: "html" });
  const unsafe =
    '<p onclick="a()">Ciao <b>Anna</b></p><script>a()</script><img src="https://e.it/p.gif"><i hidden>B</i>';

  it("is a mail's, made safe to show", async () => {
    const mail = `From: a@b.it\nTo: c@d.it\nContent-Type: text/html\n\n${unsafe}`;
    expect(await html(mail)).toMatchObject({ contentType: "message/rfc822", text: "<p>Ciao <b>Anna</b></p>" });
  });

  it("is a page's, made safe to show", async () => {
    expect((await html(`<html><body>${unsafe}</body></html>`)).text).toBe("<p>Ciao <b>Anna</b></p>");
  });

  it.each([
    ["a mail of text", "From: a@b.it\nTo: c@d.it\n\nCiao"],
    ["a text", "Ciao"],
    ["an image", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")],
  ])("isn't there in %s, which says so", async (_, bytes) => {
    expect(await html(bytes)).toMatchObject({ kind: "none", text: "", warnings: [{ code: "no_html" }] });
  });
});

describe("an RTF", () => {
  it("gives its text without its tables", async () => {
    const file = String.raw`{\rtf1\ansi{\fonttbl{\f0 Arial;}}{\*\generator x;}Perch\'e9 \u8364? \b forte\b0\par due\tab tre{\v nascosto}\cell}`;
    expect(await read(file)).toMatchObject({ contentType: "application/rtf", text: "Perché € forte\ndue\ttre | " });
    expect((await read(String.raw`{\rtf1\ansi\constructor uno\valueOf due}`)).text).toBe("unodue");
  });
});

describe("a signed file", () => {
  const signer = {
    name: "Mario Rossi",
    organization: "Studio Rossi",
    issuer: "Mario Rossi",
    validFrom: expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/),
    validTo: expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/),
    signedAt: expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/),
    signature: "valid",
  };
  const wrapped = "Relazione tecnica asseverata\nImporto: 1.250,00 €\n";
  const signed = golden("relazione.txt.p7m");
  const lines = signed.toString("base64").replace(/.{64}/g, "$&\n");

  it.each([
    ["as bytes", signed, 1],
    ["as base64", Buffer.from(lines), 1],
    ["as PEM", Buffer.from(`-----BEGIN PKCS7-----\n${lines}\n-----END PKCS7-----\n`), 1],
    ["twice, in parts of unknown length", golden("twice.txt.p7m.p7m"), 2],
  ])("%s gives what it wraps, and its signers", async (_, bytes, signers) => {
    expect(await read(bytes, "relazione.txt.p7m")).toEqual({
      kind: "text",
      contentType: "text/plain",
      text: wrapped,
      warnings: [],
      signers: Array(signers).fill(signer),
    });
  });

  it("that was changed is read, and its signature not called valid", async () => {
    const changed = Buffer.from(signed);
    changed[changed.indexOf("1.250")] = "9".charCodeAt(0);
    const { text, signers } = await read(changed);
    expect(text).toContain("9.250");
    expect(signers).toEqual([{ ...signer, signature: "not verified" }]);
  });

  it("that is larger than what can be opened says so, and is not called damaged", async () => {
    const large = Buffer.concat([signed, Buffer.alloc(64 * 1024 * 1024)]);
    const { warnings } = await read(large, "relazione.txt.p7m");
    expect(warnings).toMatchObject([{ code: "too_large", detail: expect.stringContaining("may have 64 MB") }]);
  });

  it("whose content is elsewhere says so", async () => {
    expect(await read(golden("detached.p7s"))).toMatchObject({
      kind: "none",
      warnings: [{ code: "signature_alone" }],
    });
  });
});

describe("what can't be read as text", () => {
  const png = Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex");
  it("is an image", async () => {
    expect(await read(png, "nota.txt")).toEqual({ kind: "image", contentType: "image/png", text: "", warnings: [] });
  });

  it.each([
    ["", "empty"],
    [Buffer.from([0, 1, 2, 3, 0, 0, 0, 9]), "unreadable_type"],
    [zip({ "a.txt": "testo" }), "unreadable_type"],
    [Buffer.from("%PDF-1.7 nothing of the kind"), "damaged"],
    [Buffer.from("PK\x03\x04"), "damaged"],
  ])("is named: %#", async (bytes, code) => {
    const { kind, text, warnings } = await read(bytes);
    expect([kind, text, warnings.map((warning) => warning.code)]).toEqual(["none", "", [code]]);
  });
});
