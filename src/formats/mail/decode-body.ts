import { firstField } from "./header-fields.js";
import type { MimePart } from "./mime-part.js";

/** The content of a part, freed of its transfer encoding; at most `maxBytes` of the encoded form are read. */
export function decodeBody(raw: Buffer, part: MimePart, maxBytes = Number.POSITIVE_INFINITY): Buffer {
  const body = raw.subarray(part.bodyStart, Math.min(part.end, part.bodyStart + maxBytes));
  const encoding = firstField(part.header, "content-transfer-encoding").toLowerCase();
  if (encoding.includes("base64")) return fromBase64(body.toString("latin1"));
  if (encoding.includes("quoted-printable")) return fromQuotedPrintable(body);
  return body;
}

/** Of a file of 50 MB, each has half a kilobyte. */
const maxPieces = 100_000;

/** Some programs encode a file piece by piece, and fill each up; a list's words stand behind an end as well. */
function fromBase64(text: string): Buffer {
  if (!/=\s*[A-Za-z0-9+/]/.test(text)) return Buffer.from(text, "base64");
  const decoded = Buffer.alloc(Math.ceil((text.length * 3) / 4));
  let length = 0;
  let count = 0;
  for (const [piece] of text.matchAll(/[^=]+=*\s*/g)) {
    // Words may stand behind the last piece too, where nothing filled it up.
    const lines = count === 0 ? piece : (encodedLines.exec(piece)?.[0] ?? "");
    if (count > 0 && !isFilledUp(lines)) break;
    length += decoded.write(lines, length, "base64");
    if (lines !== piece || ++count === maxPieces) break;
  }
  return decoded.subarray(0, length);
}

const encodedLines = /^(?:[A-Za-z0-9+/]+=*(?:[\r\n]+|$))*/;

const isFilledUp = (lines: string): boolean => lines.replace(/[\r\n]+/g, "").length % 4 === 0;

const equals = 61;
const nibble = (code: number | undefined): number => {
  if (code === undefined) return -1;
  if (code >= 48 && code <= 57) return code - 48;
  const upper = code & 0xdf;
  return upper >= 65 && upper <= 70 ? upper - 55 : -1;
};

/** What isn't quoted-printable stays as it is. */
function fromQuotedPrintable(body: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(body.length);
  let length = 0;
  for (let at = 0; at < body.length; ) {
    const code = body[at] ?? 0;
    if (code !== equals) {
      decoded[length++] = code;
      at += 1;
      continue;
    }
    const high = nibble(body[at + 1]);
    const low = nibble(body[at + 2]);
    if (high >= 0 && low >= 0) {
      decoded[length++] = high * 16 + low;
      at += 3;
      continue;
    }
    let next = at + 1;
    while (body[next] === 32 || body[next] === 9) next += 1;
    if (body[next] === 13 && body[next + 1] === 10) at = next + 2;
    else if (body[next] === 10 || next >= body.length) at = next + 1;
    else {
      decoded[length++] = code;
      at += 1;
    }
  }
  return decoded.subarray(0, length);
}
