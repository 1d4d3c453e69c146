import { describe, expect, it } from "@jest/globals";
import { contentTypeOf } from "../../src/files/content-type.js";

const table = Buffer.from("\ufeffCognome\tNome\r\nRossi\tNicolò\r\n", "utf16le");

describe("the type of a text", () => {
  it.each([
    ["contatti.txt", "text/plain", "text/plain"],
    ["contatti.csv", "", "text/csv"],
    ["contatti.txt", "audio/mpeg", "text/plain"],
    ["contatti", "text/plain", "text/plain"],
    ["contatti", "", "application/octet-stream"],
  ])("in UTF-16, which begins as sounds do: %s, sent as %j, is %s", async (name, declared, type) => {
    for (const bytes of [table, Buffer.from(table).swap16()])
      expect(await contentTypeOf(bytes, declared, name)).toBe(type);
  });

  it.each(["BM Costruzioni S.r.l.;Lodi", "MZ Impianti;Pavia", "GIF di prova", "FORM di richiesta"])(
    "isn't that of the signature which its first letters make: %s",
    async (text) => {
      expect(await contentTypeOf(Buffer.from(text), "text/csv", "contatti.csv")).toBe("text/csv");
    },
  );
});

describe("the type of letters with one other byte", () => {
  it.each([
    [[9, 10, 13, 27, 32, 127, 255], "text/csv"],
    [[0, 8, 14, 26, 28, 31], "image/bmp"],
  ])("of %j is %s", async (others, type) => {
    for (const other of others)
      expect([other, await contentTypeOf(Buffer.from([...Buffer.from("BM Ditta"), other]), "", "a.csv")]).toEqual([
        other,
        type,
      ]);
  });
});

describe("the type of what isn't a text", () => {
  it.each([
    ["audio/mpeg", Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(413)])],
    ["image/bmp", Buffer.concat([Buffer.from("BM\x46\x00\x00\x00"), Buffer.alloc(64)])],
    ["application/x-msdownload", Buffer.concat([Buffer.from("MZ\x90\x00\x03"), Buffer.alloc(64)])],
    ["application/pdf", Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n")],
    ["application/eps", Buffer.from("%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n")],
    ["model/stl", Buffer.from("solid scala\nfacet normal 0 0 1\n")],
    ["application/xml", Buffer.from('<?xml version="1.0"?><a/>')],
    ["application/xml", Buffer.from('\ufeff<?xml version="1.0" encoding="utf-16"?><a/>', "utf16le")],
  ])("is by its signature %s", async (type, bytes) => {
    expect(await contentTypeOf(bytes, "text/plain", "nota.txt")).toBe(type);
  });
});
