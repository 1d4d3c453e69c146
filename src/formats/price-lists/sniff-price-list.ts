import { decodeText, isText } from "../texts/decode.js";
import { UnreadableFile } from "../unreadable-file.js";

export type PriceListKind = "xml" | "json" | "xlsx" | "text";

/** What can be read, as a sentence without its stop. */
export const readable =
  "Price lists are read from XML (Toscana, Calabria, Campania, Lombardia, Veneto, Liguria, Basilicata, SIX, XPWE), XLSX, CSV and JSON";

const refuse = (code: "binary" | "unknown_format" | "empty", what: string): never => {
  throw new UnreadableFile(code, `${what} ${readable}.`);
};

const begins = (head: Uint8Array, ...bytes: number[]): boolean => bytes.every((byte, index) => head[index] === byte);

/** What files of other kinds begin with, and what to do with them. */
const others: [bytes: number[], what: string][] = [
  [[0x25, 0x50, 0x44, 0x46], "This is a PDF: the publisher has the list as XML, XLSX or CSV too."],
  [[0xd0, 0xcf, 0x11, 0xe0], "This is an office file of the old kind: save it as XLSX or CSV."],
  [[0x1f, 0x8b], "This is a packed file (gzip): unpack it first."],
  [[0x37, 0x7a, 0xbc, 0xaf], "This is a packed file (7z): unpack it first."],
  [[0x52, 0x61, 0x72, 0x21], "This is a packed file (RAR): unpack it first."],
  [[0x42, 0x5a, 0x68], "This is a packed file (bzip2): unpack it first."],
  [[0x30, 0x82], "This is a signed file (.p7m): take the file out of it first."],
  [[0x30, 0x83], "This is a signed file (.p7m): take the file out of it first."],
];

function kindOfZip(head: Uint8Array): PriceListKind {
  const beginning = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 64 * 1024)).toString("latin1");
  const first = beginning.slice(30, 30 + beginning.charCodeAt(26) + 256 * beginning.charCodeAt(27));
  if (/^(\[Content_Types\]\.xml|_rels\/|docProps\/|xl\/|customXml\/)/.test(first) && !/word\/|ppt\//.test(beginning)) {
    return "xlsx";
  }
  if (first === "mimetype") return refuse("binary", "This is an OpenDocument file: save it as XLSX or CSV.");
  return refuse("binary", "This is a ZIP file: unpack it, and take the list out of it.");
}

/**
 * Tells by a file's first bytes (the more the better, 64 KB suffice) whether it can be a price list.
 * @throws UnreadableFile where they tell that it can't be; the message says what to do instead
 */
export function sniffPriceList(head: Uint8Array): PriceListKind {
  if (head.length === 0) return refuse("empty", "The file is empty.");
  if (begins(head, 0x50, 0x4b, 0x03, 0x04)) return kindOfZip(head);
  for (const [bytes, what] of others) if (begins(head, ...bytes)) return refuse("binary", what);
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 64 * 1024));
  if (!isText(start)) {
    return refuse("binary", "This is a program's own file. If it is PriMus's (.dcf, .pwe), export it there as XPWE.");
  }
  const text = decodeText(start).trimStart();
  if (/^<(!doctype\s+html|html)[\s>]/i.test(text)) return refuse("unknown_format", "This is a web page.");
  if (/^<!doctype[\s>]/i.test(text)) {
    throw new UnreadableFile("doctype", "The file has a document type definition (DOCTYPE). Save it without one.");
  }
  if (/^<[?!\p{L}_]/u.test(text)) return "xml";
  return /^[[{]/.test(text) ? "json" : "text";
}
