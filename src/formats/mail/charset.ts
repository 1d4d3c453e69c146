import { isUtf8 } from "node:buffer";
import { decoderOf } from "../decoder-of.js";
import { fromWindows1252, restoreWindows1252 } from "../windows-1252.js";

const latin = /^(x-)?(cp-?1252|windows-?1252|iso[-_]?8859-?1|latin-?1|l1|us-ascii|ascii|ansi.*)?$/i;

/**
 * The text of bytes by the charset that they were declared with. Wrong labels are common: bytes that are UTF-8 are read as
 * such under each label of one byte a letter, and others as Windows-1252 where UTF-8 was declared.
 */
export function decodeCharset(bytes: Buffer, label: string): { text: string; isKnown: boolean } {
  const charset = label.trim().toLowerCase();
  const isWide = /^(utf-?16|utf-?32|ucs|unicode$)/.test(charset);
  if (!isWide && isUtf8(bytes) && !/^iso-2022|^hz/.test(charset)) {
    return { text: withoutMark(bytes.toString("utf8")), isKnown: !/utf-?7/.test(charset) };
  }
  if (latin.test(charset)) return { text: fromWindows1252(bytes), isKnown: true };
  if (/^utf-?8$/.test(charset)) {
    // A single byte that was lost makes no other charset.
    const text = bytes.toString("utf8");
    const isMostlyUtf8 = /[\u0080-\ufffc]/.test(text);
    return { text: isMostlyUtf8 ? withoutMark(text) : fromWindows1252(bytes), isKnown: isMostlyUtf8 };
  }
  const decoder = decoderOf(charset);
  return decoder
    ? { text: restoreWindows1252(decoder.decode(bytes)), isKnown: true }
    : { text: fromWindows1252(bytes), isKnown: false };
}

const withoutMark = (text: string): string => (text.startsWith("\ufeff") ? text.slice(1) : text);
