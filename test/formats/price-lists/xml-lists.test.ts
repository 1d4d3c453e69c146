import { describe, expect, it } from "@jest/globals";
import { readPriceList } from "../../../src/formats/price-lists/read-price-list.js";
import { UnreadableFile } from "../../../src/formats/unreadable-file.js";
import { expectProportional } from "../../support/growth.js";
import { Random } from "../../support/random.js";
import { volume } from "../../support/soak.js";
import { type ReadList, readList } from "./read-list.js";
import { xmlDialects } from "./xml-dialects.js";

/** What could be read; null where the file was refused. Any other error fails the test. */
async function readOrRefuse(bytes: Buffer): Promise<ReadList | null> {
  try {
    return await readList(bytes, 1_000);
  } catch (error) {
    if (error instanceof UnreadableFile) return null;
    throw error;
  }
}

const textOf = (n: number) => `Posa n. ${n} di qualità, compreso ogni onere & “altro”`;
const windows = (xml: string) => Buffer.from(xml.replaceAll("“", "\x93").replaceAll("”", "\x94"), "latin1");

describe.each(xmlDialects)("a list of the layout $format", ({ format, list }) => {
  it("of 1,500 entries gives them all, alike, without a warning", async () => {
    const { entries, reading, codes } = await readList(list(1_500));
    expect([reading.format, entries.length, codes]).toEqual([format, 1_500, []]);
    const beginning = (text: string | null) => text?.slice(0, 12);
    const shown = entries.map((entry) => [
      entry.code,
      beginning(entry.chapter),
      entry.unit,
      entry.price,
      entry.labourPct,
    ]);
    expect(shown).toEqual(entries.map((_, at) => [`A.01.${at + 1}`, "OPERE – Posa", "m²", at + 1.5, 40.5]));
    const texts = entries.map(({ description }, at) => description.slice(-textOf(at + 1).length));
    expect(texts).toEqual(entries.map((_, at) => textOf(at + 1)));
  });

  it("is the same in Windows-1252 and in UTF-16, in parts of any size", async () => {
    const { entries } = await readList(list(50));
    expect((await readList(windows(list(50)), 100)).entries).toEqual(entries);
    expect((await readList(Buffer.from(`\ufeff${list(50)}`, "utf16le"), 333)).entries).toEqual(entries);
  });

  it("loses only the entries whose prices can't be read, and tells of each", async () => {
    const { entries, reading } = await readList(list(1_000, (n) => (n % 10 === 0 ? "1,2,x" : `${n}.5`)));
    expect([entries.length, reading.warningCount]).toEqual([900, 100]);
    expect(reading.warnings[0]).toEqual({
      code: "unreadable_price",
      place: expect.stringMatching(/^(line \d+|EPItem 11), A\.01\.10\.?$/),
      detail: '"1,2,x" isn\'t a price.',
    });
  });

  it("that breaks off anywhere keeps what came before, and says so", async () => {
    const whole = Buffer.from(list(12));
    const { entries } = await readList(whole);
    for (let end = 1; end < whole.length; end += volume(211, 61)) {
      const read = await readOrRefuse(whole.subarray(0, end));
      if (!read) continue;
      // Of the entry in which it breaks off, what came before may stand.
      expect(read.entries.slice(0, -1)).toEqual(entries.slice(0, read.entries.length - 1));
      expect(read.codes).toContain("truncated");
    }
  });

  it("with random damage never fails otherwise than by refusal", async () => {
    const random = new Random(format.length * 7_919);
    const pieces = ["<", ">", "&", '"', "</", "]]>", "<![CDATA[", "<!--", "\0", "é", "<a>", "</a>", "=", "9e999", "-"];
    for (let round = 0; round < volume(15, 60); round++) {
      const bytes = Buffer.from(list(8));
      for (let changes = 1 + random.below(6); changes > 0; changes--) {
        const at = random.below(bytes.length);
        if (random.next() < 0.5) bytes[at] = random.below(256);
        else bytes.write(random.of(pieces), at, "latin1");
      }
      const isWhole = ({ price, description, unit }: ReadList["entries"][number]): boolean =>
        Number.isFinite(price) && description !== "" && unit !== "";
      expect((await readOrRefuse(bytes))?.entries.filter((entry) => !isWhole(entry)) ?? []).toEqual([]);
    }
  });

  it("is read as it arrives, not after its end", async () => {
    const total = 3_000;
    const bytes = Buffer.from(list(total));
    let arrived = 0;
    async function* arriving() {
      for (let start = 0; start < bytes.length; start += 10_000) {
        arrived = Math.min(start + 10_000, bytes.length);
        yield bytes.subarray(start, arrived);
      }
    }
    const behind: number[] = [];
    let count = 0;
    for await (const some of (await readPriceList(arriving())).entries) {
      count += some.length;
      behind.push(arrived - (count / total) * bytes.length);
    }
    expect(count).toBe(total);
    // The first 256 KB tell the layout; behind them a batch of 500 entries may wait.
    const waiting = 256 * 1024 + (500 / total) * bytes.length;
    expect(Math.max(...behind)).toBeLessThan(waiting);
  });
});

const [toscana, , , rows, , , six] = xmlDialects;

describe("a list that would do harm", () => {
  const chargeable = toscana?.list(1) ?? "";

  it.each([
    ["entities that multiply", `<!DOCTYPE a [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${chargeable}`, "doctype"],
    ["a document type after a comment", `<!-- x --><!DOCTYPE a SYSTEM "file:///etc/passwd">${chargeable}`, "doctype"],
    ["a document type within it", chargeable.replace("<EASY:Contenuto>", "<EASY:Contenuto><!DOCTYPE a>"), "doctype"],
    ["endless nesting", `<Prezzario><Articolo>${"<a>".repeat(100_000)}`, "too_large"],
    ["endless faults", `<Prezzario><Articolo>${"&;".repeat(20_000)}`, "damaged"],
  ])("by %s is refused", async (_, xml, code) => {
    await expect(readList(xml)).rejects.toMatchObject({ name: "UnreadableFile", code });
  });

  it("by nesting after good entries keeps these", async () => {
    const { entries, codes } = await readList(
      `${toscana?.list(30).split("</EASY:Contenuto>")[0]}${"<a>".repeat(5_000)}`,
    );
    expect([entries.length, codes]).toEqual([30, ["unreadable_rest"]]);
  });

  it.each([
    ["a text", "x".repeat(1_000), "too_large"],
    ["a comment", `<!-- ${"x".repeat(990)}`, "too_large"],
    ["a tag", `<a ${"b='c' ".repeat(150)}`, "damaged"],
  ])("by %s without end isn't taken further than some megabytes", async (_, piece, code) => {
    let taken = 0;
    async function* endless() {
      yield Buffer.from("<Prezzario><Articolo codice='1'><voce>");
      for (; taken < 1_000_000_000; taken += piece.length) yield Buffer.from(piece.repeat(60));
    }
    const reading = await readPriceList(endless());
    await expect(reading.entries[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code });
    expect(taken).toBeLessThan(20_000_000);
  });

  it("by a text of megabytes keeps the first 20,000 characters of it", async () => {
    const long = `<![CDATA[${"parole, ".repeat(100_000)}]]>`;
    const { entries, codes } = await readList(toscana?.list(2).replace("<![CDATA[OPERE]]>", long) ?? "");
    expect(entries[0]?.description.length).toBe(20_000);
    expect(codes).toEqual(["text_cut"]);
  });

  it.each([
    ["entries below headings", (n: number) => rows?.list(n) ?? ""],
    ["headings alone but for one", (n: number) => six?.list(n, (entry) => (entry === 1 ? "1" : "0")) ?? ""],
  ])("takes time in proportion to its %s", async (_, xmlOf) => {
    const input = (count: number) => Buffer.from(xmlOf(count));
    await expectProportional({ input, work: readList, small: volume(500, 1_500), large: volume(4_000, 12_000) });
  });
});
