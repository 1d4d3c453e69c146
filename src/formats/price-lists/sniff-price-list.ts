import { isZip, otherFile } from "../other-file.js";
import { headOf } from "../small-parts.js";
import { decodeText } from "../texts/decode.js";
import { UnreadableFile, withDoctype } from "../unreadable-file.js";

export type PriceListKind = "xml" | "json" | "xlsx" | "text";

/** What can be read, as a sentence without its stop. */
export const readable =
  "Price lists are read from XML (Toscana, Calabria, Campania, Sardegna, Piemonte, Liguria, Lombardia, Veneto, Basilicata, SIX, XPWE), XLSX, CSV and JSON";

const sniffedBytes = 64 * 1024;

const refuse = (code: "binary" | "unknown_format" | "empty", what: string): never => {
  throw new UnreadableFile(code, `${what} ${readable}.`);
};

function kindOfZip(head: Uint8Array): PriceListKind {
  const beginning = headOf(head, sniffedBytes).toString("latin1");
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
  if (head.length === 0) return refuse("empty", "The file is empty. Upload it again.");
  if (isZip(head)) return kindOfZip(head);
  const other = otherFile(head);
  if (other) return refuse("binary", other);
  const text = decodeText(headOf(head, sniffedBytes)).trimStart();
  if (/^<(!doctype\s+html|html)[\s>]/i.test(text)) return refuse("unknown_format", "This is a web page.");
  if (/^<!doctype[\s>]/i.test(text)) throw withDoctype();
  if (/^<[?!\p{L}_]/u.test(text)) return "xml";
  return /^[[{]/.test(text) ? "json" : "text";
}
