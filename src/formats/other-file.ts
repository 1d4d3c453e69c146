import { headOf } from "./small-parts.js";
import { isText } from "./texts/decode.js";

const sniffedBytes = 64 * 1024;

const picture = "This is a picture (a scan or photo), and can't be read: ask whoever made it for XML, XLSX or CSV.";

/** What files begin with that are neither XML nor tables, and what to do with them. */
const others: [bytes: number[], what: string][] = [
  [[0x25, 0x50, 0x44, 0x46], "This is a PDF: ask whoever made it for XML, XLSX or CSV."],
  [
    [0xd0, 0xcf, 0x11, 0xe0],
    "This is an office file of the old kind, or PriMus's own (.dcf): save it as XLSX or CSV, or export it as XPWE.",
  ],
  [[0x89, 0x50, 0x4e, 0x47], picture],
  [[0xff, 0xd8, 0xff], picture],
  [[0x47, 0x49, 0x46, 0x38], picture],
  [[0x49, 0x49, 0x2a, 0x00], picture],
  [[0x4d, 0x4d, 0x00, 0x2a], picture],
  [[0x1f, 0x8b], "This is a packed file (gzip): unpack it first."],
  [[0x37, 0x7a, 0xbc, 0xaf], "This is a packed file (7z): unpack it first."],
  [[0x52, 0x61, 0x72, 0x21], "This is a packed file (RAR): unpack it first."],
  [[0x42, 0x5a, 0x68], "This is a packed file (bzip2): unpack it first."],
  [[0x30, 0x82], "This is a signed file (.p7m): take the file out of it first."],
  [[0x30, 0x83], "This is a signed file (.p7m): take the file out of it first."],
];

const begins = (bytes: Uint8Array, start: readonly number[]): boolean => start.every((byte, at) => bytes[at] === byte);

export const isZip = (bytes: Uint8Array): boolean => begins(bytes, [0x50, 0x4b, 0x03, 0x04]);

/**
 * What a file is that can be neither XML nor a table, by its first bytes, and what to do with it, as a sentence; null: it may be one. Of a
 * ZIP nothing is said.
 */
export function otherFile(head: Uint8Array): string | null {
  if (isZip(head)) return null;
  const other = others.find(([bytes]) => begins(head, bytes));
  if (other) return other[1];
  return isText(headOf(head, sniffedBytes))
    ? null
    : "This is a program's own file. If it is PriMus's (.dcf, .pwe), export it there as XPWE or XLSX.";
}
