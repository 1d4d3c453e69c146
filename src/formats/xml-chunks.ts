import { isUtf8 } from "node:buffer";
import { fromWindows1252 } from "./windows-1252.js";

const chunkBytes = 64 * 1024;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML can't hold, and what exports hold all the same
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const allNotInXml = new RegExp(notInXml, "g");

/** Without the characters that no XML can hold. */
const cleaned = (text: string): string => (notInXml.test(text) ? text.replace(allNotInXml, "") : text);

type Decode = (chunk: Buffer | null) => string;

function byDecoder(label: string): Decode {
  const decoder = new TextDecoder(label);
  return (chunk) => (chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode());
}

/** A file that breaks off may end within a character. */
function withoutBrokenEnd(bytes: Buffer): Buffer {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return bytes.subarray(0, bytes.length - back);
  }
  return bytes;
}

/** Whether bytes are UTF-8 but for a few damaged ones: it has more characters beyond ASCII than faults. */
function isMostlyUtf8(bytes: Buffer): boolean {
  const decode = byDecoder("utf-8");
  let characters = 0;
  let faults = 0;
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const text = decode(bytes.subarray(at, at + chunkBytes));
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code === 0xfffd) faults++;
      else if (code > 0x7f) characters++;
    }
  }
  return characters > faults;
}

function decoderOf(bytes: Buffer): Decode {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return byDecoder("utf-16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return byDecoder("utf-16be");
  if (isUtf8(bytes) || isUtf8(withoutBrokenEnd(bytes)) || isMostlyUtf8(bytes)) return byDecoder("utf-8");
  return (chunk) => (chunk ? fromWindows1252(chunk) : "");
}

/**
 * The text of an XML file, 64 KB at a time, without the characters that no XML can hold: by its byte order mark, else as UTF-8, else as
 * Windows-1252, whatever it declares. Italian programs declare the one and write the other.
 */
export function* xmlChunks(bytes: Uint8Array): Generator<string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const decode = decoderOf(buffer);
  for (let at = 0; at < buffer.length; at += chunkBytes) yield cleaned(decode(buffer.subarray(at, at + chunkBytes)));
  yield cleaned(decode(null));
}
