import { describe, expect, it } from "@jest/globals";
import { readXml } from "../../../src/formats/xml/read-xml.js";
import type { XmlFault } from "../../../src/formats/xml/xml-stream.js";

async function* inParts(bytes: Buffer, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

/** The elements, texts and faults of a file, read in parts of `size` bytes. */
async function read(content: Buffer | string, size = 1_000_000) {
  const seen: string[] = [];
  const faults: XmlFault[] = [];
  await readXml(inParts(Buffer.from(content as string), size), {
    open: (name, attribute) => seen.push(`<${name}${attribute("a") === undefined ? "" : ` ${attribute("a")}`}>`),
    text: (text) => text.trim() && seen.push(text),
    close: (name) => seen.push(`</${name}>`),
    fault: (fault) => faults.push(fault),
  });
  return { seen: seen.join(""), faults };
}

const accents = "<a>perché à 20 m² – “ok” €</a>";
const windows = (text: string) =>
  Buffer.from(
    text.replace(/[–“”€]/g, (c) => ({ "–": "\x96", "“": "\x93", "”": "\x94", "€": "\x80" })[c] ?? c),
    "latin1",
  );
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();

describe("XML", () => {
  it.each([
    ["UTF-8", Buffer.from(accents)],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${accents}`)],
    ["UTF-8 that calls itself UTF-16", Buffer.from(`<?xml version="1.0" encoding="utf-16"?>${accents}`)],
    ["UTF-8 that calls itself Windows-1252", Buffer.from(`<?xml version="1.0" encoding="windows-1252"?>${accents}`)],
    ["UTF-16", Buffer.from(`\ufeff${accents}`, "utf16le")],
    ["UTF-16 of the other order", swapped(Buffer.from(`\ufeff${accents}`, "utf16le"))],
    ["UTF-16 without a mark", Buffer.from(accents, "utf16le")],
    ["Windows-1252 without a declaration", windows(accents)],
    ["Windows-1252 that calls itself UTF-8", windows(`<?xml version="1.0" encoding="UTF-8"?>${accents}`)],
    ["Windows-1252 after much ASCII", windows(`<!--${"x".repeat(100_000)}-->${accents}`)],
    ["with blanks before its declaration", Buffer.from(`\r\n <?xml version="1.0"?>${accents}`)],
  ])("in %s is read whole, in parts of any size", async (_, bytes) => {
    for (const size of bytes.length > 10_000 ? [1_000, 65_536] : [1, 2, 7, 1_000_000]) {
      const { seen, faults } = await read(bytes, size);
      expect([seen, faults]).toEqual([accents, []]);
    }
  });

  it("in ISO-8859-15 is read as it declares", async () => {
    const bytes = Buffer.from('<?xml version="1.0" encoding="ISO-8859-15"?><a>\xa4 \xe8</a>', "latin1");
    expect((await read(bytes)).seen).toBe("<a>€ è</a>");
  });

  it("has characters escaped by their numbers in Windows-1252, in texts and attributes", async () => {
    const escaped = '<a a="&#128; 5">l&#146;opera &#150; &#x93;ok&#148; perch&#233;</a>';
    expect((await read(escaped)).seen).toBe("<a € 5>l’opera – “ok” perché</a>");
  });

  it("in UTF-8 keeps its encoding when a byte is damaged", async () => {
    const bytes = Buffer.from("<a>è à ò ù @</a>");
    bytes[bytes.indexOf("@")] = 0xe8;
    expect((await read(bytes)).seen).toBe("<a>è à ò ù \ufffd</a>");
  });

  it("is read by names without prefixes, declared or not", async () => {
    expect((await read('<EASY:a P:a="1"><b a="2"/></EASY:a>')).seen).toBe("<a 1><b 2></b></a>");
  });

  it("gives sections of CDATA as text", async () => {
    expect((await read("<a>x<![CDATA[ <b> & ]]>y</a>")).seen).toBe("<a>x <b> & y</a>");
  });

  it("may hold control characters, which are left out", async () => {
    expect(await read("<a>x\u0003\u0000y\u001f</a>")).toEqual({ seen: "<a>xy</a>", faults: [] });
  });

  it.each([
    ["entities that multiply", '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>'],
    ["a file of this machine", '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    ["a document type within it", "<a><!DOCTYPE b></a>"],
  ])("with %s is refused", async (_, xml) => {
    await expect(read(xml)).rejects.toMatchObject({ name: "UnreadableFile", code: "doctype" });
  });

  it.each([
    ["endless nesting", "<a>".repeat(100_000)],
    ["an endless text", `<a>${"x".repeat(9_000_000)}`],
    ["an endless comment", `<a><!--${"x<".repeat(5_000_000)}`],
    ["an endless tag", `<a ${"x='y' ".repeat(2_000_000)}`],
    ["an endless declaration", `<!DOCTYPE a [${"<!ELEMENT b>".repeat(1_000_000)}`],
  ])("with %s is refused as too large", async (_, xml) => {
    await expect(read(xml)).rejects.toMatchObject({ name: "UnreadableFile", code: "too_large" });
  });

  it("that is damaged is read on behind it, and each fault is told with its line", async () => {
    const { seen, faults } = await read("<a>\n<b>1 &egrave; 2</b>\n<b>3</c></b>\n</a>");
    expect(seen).toContain("<a><b>1 &egrave; 2</b><b>3");
    expect(faults[0]).toEqual({ code: "damaged_xml", line: 2, detail: "undefined entity" });
    expect(faults[1]?.line).toBe(3);
  });

  it("that breaks off is told of once, wherever it does", async () => {
    const whole = '<?xml version="1.0"?><a x="1"><b>&amp;</b><![CDATA[x]]><!--y--></a>';
    const begun = whole.indexOf("<a");
    for (let end = begun + 1; end < whole.length; end++) {
      const { faults } = await read(whole.slice(0, end));
      expect([end, faults.map(({ code }) => code)]).toEqual([end, ["truncated"]]);
    }
  });

  it("with nothing but faults is given up", async () => {
    await expect(read(`<a>${"&;".repeat(20_000)}</a>`)).rejects.toMatchObject({ code: "damaged" });
  });

  it("ends at its first fault where nobody asks for faults", async () => {
    await expect(readXml(inParts(Buffer.from("<a>&;</a>"), 9), {})).rejects.toMatchObject({ code: "damaged" });
  });
});
