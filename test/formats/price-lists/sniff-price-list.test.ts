import { describe, expect, it } from "@jest/globals";
import { sniffPriceList } from "../../../src/formats/price-lists/sniff-price-list.js";
import { docx, xlsx, zip } from "../texts/files.js";
import { readList } from "./read-list.js";

describe("the first bytes of a list", () => {
  it.each([
    ["XML", "<?xml version='1.0'?><Prezzario>", "xml"],
    ["XML with a mark", "\ufeff<report>", "xml"],
    ["XPWE", '<?mso-application progid="PriMus.Document.XPWE"?>', "xml"],
    ["CSV", "Codice;Descrizione;U.M.;Prezzo\n", "text"],
    ["JSON", ' {"Capitolo 1": [', "json"],
    ["a spreadsheet", zip({ "[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<workbook/>" }), "xlsx"],
    ["a spreadsheet in another order", xlsx([{ rows: "" }]), "xlsx"],
  ])("tell %s", (_, content, kind) => {
    expect(sniffPriceList(Buffer.from(content as string))).toBe(kind);
  });

  it.each([
    ["a PDF", "%PDF-1.7\n", "binary", /PDF.*XML, XLSX or CSV/],
    ["a ZIP file", zip({ "prezzario.xml": "<a/>" }), "binary", /unpack it/],
    ["a text document", docx(""), "binary", /unpack it|ZIP/],
    ["an OpenDocument file", zip({ mimetype: "application/vnd.oasis" }), "binary", /OpenDocument.*XLSX/],
    ["an old spreadsheet", Buffer.from("d0cf11e0a1b11ae1", "hex"), "binary", /save it as XLSX/],
    [
      "a picture (PNG)",
      Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
      "binary",
      /picture.*can't be read.*XLSX/,
    ],
    ["a picture (JPEG)", Buffer.from("ffd8ffe000104a46494600010100", "hex"), "binary", /picture.*can't be read.*XLSX/],
    ["PriMus's own file", Buffer.from("000102030405060708".repeat(40), "hex"), "binary", /\.dcf.*XPWE/],
    ["a packed file", Buffer.from("1f8b0800", "hex"), "binary", /unpack it/],
    ["a signed file", Buffer.from("3082aabb", "hex"), "binary", /p7m/],
    ["a web page", "<!DOCTYPE html><html>", "unknown_format", /web page/],
    ["a document type", "<!DOCTYPE a []><a/>", "doctype", /DOCTYPE/],
    ["nothing", "", "empty", /empty/],
  ])("refuse %s with what to do instead", (_, content, code, message) => {
    expect(() => sniffPriceList(Buffer.from(content as string))).toThrow(
      expect.objectContaining({ name: "UnreadableFile", code, message: expect.stringMatching(message) }),
    );
  });
});

describe("XML that is no list", () => {
  it("is refused with what can be read", async () => {
    await expect(readList("<rss><channel/></rss>")).rejects.toMatchObject({
      code: "unknown_format",
      message: expect.stringMatching(/Toscana.*SIX.*XPWE.*CSV/),
    });
  });

  it("and closes the file that it was read from", async () => {
    let isClosed = false;
    async function* bytes() {
      try {
        for (;;) yield Buffer.from("<rss>".repeat(20_000));
      } finally {
        isClosed = true;
      }
    }
    const { readPriceList } = await import("../../../src/formats/price-lists/read-price-list.js");
    await expect(readPriceList(bytes())).rejects.toThrow();
    expect(isClosed).toBe(true);
  });

  it("but of a known layout says that it has no entries, or is damaged", async () => {
    await expect(readList("<Prezzario><Contenuto/><Articolo/></Prezzario>")).rejects.toMatchObject({ code: "empty" });
    await expect(readList("<Prezzario><Contenuto><Articolo codice='a'")).rejects.toMatchObject({
      code: "unknown_format",
    });
    await expect(readList("<Prezzario><Contenuto><Articolo><voce>a</vo")).rejects.toMatchObject({ code: "damaged" });
  });
});
