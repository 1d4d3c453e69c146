import { isUtf8 } from "node:buffer";
import { decoderOf } from "../decoder-of.js";
import { fromOldEncoding } from "../old-encoding.js";
import { utf16Of } from "../utf16.js";
import { fromWindows1252, isWindows1252 } from "../windows-1252.js";

/** Where ISO-8859-15 differs from ISO-8859-1. */
const latin9: Record<string, string> = {
  "\u00a4": "€",
  "\u00a6": "Š",
  "\u00a8": "š",
  "\u00b4": "Ž",
  "\u00b8": "ž",
  "\u00bc": "Œ",
  "\u00bd": "œ",
  "\u00be": "Ÿ",
};

/** Without a byte order mark, UTF-16 shows in the zero bytes of its spaces, digits and Latin letters. */
function utf16Without(bytes: Buffer): "utf-16le" | "utf-16be" | null {
  const sample = bytes.subarray(0, 4_096);
  if (sample.length < 4) return null;
  let [even, odd] = [0, 0];
  for (let index = 0; index < sample.length; index += 2) {
    if (sample[index] === 0) even++;
    if (sample[index + 1] === 0) odd++;
  }
  const many = sample.length / 5;
  if (odd > many && even * 10 < odd) return "utf-16le";
  return even > many && odd * 10 < even ? "utf-16be" : null;
}

function byLabel(bytes: Buffer, label: string): string | null {
  if (isWindows1252(label)) return fromWindows1252(bytes);
  if (/^(iso-?8859-?15|latin-?9)$/i.test(label)) {
    return bytes.toString("latin1").replace(/[\u00a4-\u00be]/g, (character) => latin9[character] ?? character);
  }
  // In UTF-7, what looks like text can hide markup; no program writes files in it.
  if (/^utf-?7$/i.test(label)) return null;
  return decoderOf(label)?.decode(bytes) ?? null;
}

/**
 * The text that bytes stand for: by their byte order mark; as UTF-16 or UTF-8 where they are that; then as what is declared; else by
 * what they show of their encoding.
 */
export function decodeText(bytes: Buffer, declared = ""): string {
  const wide = utf16Of(bytes) ?? utf16Without(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  return byLabel(bytes, declared.trim()) ?? fromOldEncoding(bytes);
}

/** Whether bytes can be a text at all: hardly any control characters, once their characters have been told. */
export function isText(bytes: Buffer): boolean {
  const sample = decodeText(bytes.subarray(0, 64 * 1024));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what tells bytes from texts
  const controls = sample.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f\ufffd]/g)?.length ?? 0;
  return controls * 200 <= sample.length;
}
