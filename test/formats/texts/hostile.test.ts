import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { extractText } from "../../../src/formats/texts/extract-text.js";
import { Random } from "../../support/random.js";
import { volume } from "../../support/soak.js";
import { docx, paragraph, pdf, xlsx, zip } from "./files.js";

const read = (bytes: Buffer | string, name = "file") =>
  extractText({ bytes: Buffer.from(bytes as string), name, contentType: "" });
const codesOf = async (bytes: Buffer | string) => (await read(bytes)).warnings.map(({ code }) => code);
const golden = (name: string) => readFileSync(new URL(`golden/${name}`, import.meta.url));
const document = "word/document.xml";

describe("an archive", () => {
  it("that says it holds gigabytes isn't unpacked", async () => {
    const bomb = { content: Buffer.alloc(1000), declaredBytes: 3_000_000_000 };
    expect(await codesOf(zip({ [document]: "<a/>", "word/media/a": bomb }))).toEqual(["archive_too_large"]);
  });

  it("whose parts hold hardly anything but repetitions isn't unpacked", async () => {
    expect(await codesOf(zip({ [document]: { content: Buffer.alloc(20_000_000, " ") } }))).toEqual([
      "archive_too_large",
    ]);
  });

  it("that holds more than it says isn't unpacked further", async () => {
    expect(await codesOf(zip({ [document]: { content: Buffer.alloc(5_000_000, " "), declaredBytes: 100 } }))).toEqual([
      "damaged",
    ]);
  });

  it("of very many parts isn't looked through", async () => {
    expect(await codesOf(zip({ [document]: "<a/>" }, 60_000))).toEqual(["archive_too_large"]);
  });
});

describe("a DOCX", () => {
  it.each([
    ["entities that multiply", "doctype", '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>'],
    ["a file of this machine", "doctype", '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    ["endless nesting", "too_large", "<a>".repeat(100_000)],
  ])("with %s isn't read", async (_, code, xml) => {
    expect(await codesOf(zip({ [document]: xml }))).toEqual([code]);
  });
});

describe("an XLSX", () => {
  it("costs what is written in it, whatever size it claims", async () => {
    const cell = '<row r="1048576"><c r="XFD1048576"><v>1</v></c><c r="B1048576"><v>2</v></c></row>';
    const { text, warnings } = await read(xlsx([{ rows: cell }]));
    expect(text).toBe("## Foglio1\n\t2\n");
    expect(warnings.map(({ code }) => code)).toEqual(["cells_left_out"]);
  });

  it("that repeats one long text in every cell ends at the limit of a text", async () => {
    const rows = `<row>${'<c t="s"><v>0</v></c>'.repeat(400)}</row>`.repeat(5);
    const file = xlsx([{ rows }], {
      "xl/sharedStrings.xml": `<sst><si><t>${"lungo ".repeat(50_000)}</t></si></sst>`,
    });
    const { text, warnings } = await read(file);
    expect(text.length).toBe(4_000_000);
    expect(warnings.map(({ code }) => code)).toEqual(["text_cut"]);
  });
});

describe("a PDF", () => {
  it("whose pages contain each other ends", async () => {
    const looped = pdf(["uno"]).toString("latin1").replace("/Kids [3 0 R]", "/Kids [2 0 R]");
    expect((await read(looped)).kind).toBe("none");
  });

  it("whose table refers to itself ends", async () => {
    const looped = pdf(["uno"]).toString("latin1");
    const at = /startxref\n(\d+)/.exec(looped)?.[1];
    const { kind, text } = await read(looped.replace("/Root", `/Prev ${at} /Root`));
    expect([kind, text]).toEqual(["text", "uno"]);
  });

  it("that counts a billion pages is read as far as it goes", async () => {
    expect((await read(pdf(["uno"]).toString("latin1").replace("/Count 1", "/Count 999999999"))).kind).toBe("text");
  });
});

describe("a page", () => {
  it.each([
    ["elements that never end", "<div>"],
    ["hidden elements that never end", "<div hidden>"],
    ["lists", "<li>"],
    ["cells", "<td>"],
    ["attributes", "<a b=c "],
    ["comments", "<!--"],
    ["entities", "&amp"],
  ])("of nothing but %s is read in one go", async (_, part) => {
    const page = `<html>${part.repeat(volume(200_000, 1_000_000) / part.length)}`;
    expect((await read(page)).kind).toBe("text");
  });
});

describe("a mail", () => {
  it("within mails without end says so", async () => {
    const part = (n: number) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`;
    const mail = `From: a@b.it\nTo: c@d.it\n${Array.from({ length: 1_000 }, (_, n) => part(n)).join("")}`;
    expect(await codesOf(mail)).toContain("parts_cut");
  });
});

describe("a signed file", () => {
  it("of structures without end is damaged", async () => {
    const signed = golden("relazione.txt.p7m");
    const deep = Buffer.concat([signed.subarray(0, 19), Buffer.from("3080".repeat(200_000), "hex")]);
    expect(await codesOf(deep)).toEqual(["damaged"]);
  });
});

const samples: [string, Buffer][] = [
  ["DOCX", docx(paragraph("uno"))],
  ["XLSX", xlsx([{ rows: '<row><c><v>1</v></c><c t="b"><v>1</v></c></row>' }])],
  ["PDF", pdf(["uno", "due"])],
  ["signed file", golden("twice.txt.p7m.p7m")],
  ["mail", Buffer.from("From: a@b.it\nTo: c@d.it\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nuno\n--x--")],
  ["RTF", Buffer.from(String.raw`{\rtf1\ansi{\*\a b}uno \u8364? \'e9\par}`)],
  ["page", Buffer.from('<!doctype html><p style="display:none">uno<a href="https://e.it">due</a>')],
];

describe.each(samples)("a %s", (_, bytes) => {
  it("is read or refused in words, wherever it ends", async () => {
    const step = Math.max(1, Math.floor(bytes.length / 60));
    for (let end = 0; end < bytes.length; end += step) {
      const { kind, warnings } = await read(bytes.subarray(0, end));
      expect(kind === "text" || warnings.length > 0).toBe(true);
    }
  });

  it("is read or refused in words, whatever is changed in it", async () => {
    const random = new Random(bytes.length);
    for (let attempt = 0; attempt < 60; attempt++) {
      const changed = Buffer.from(bytes);
      for (let changes = 0; changes < 1 + (attempt % 4); changes++)
        changed[random.below(bytes.length)] = random.below(256);
      const { kind, warnings } = await read(changed);
      expect(kind !== "none" || warnings.length > 0).toBe(true);
    }
  });
});
