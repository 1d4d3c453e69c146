import { isUtf8 } from "node:buffer";
import { OldEncodingDecoder } from "../old-encoding.js";
import { smallParts } from "../small-parts.js";
import { utf16Of } from "../utf16.js";

/** Longer runs without an ASCII character occur in no text; they are cut anywhere. */
const maxHeld = 64 * 1024;

/** Whole characters of UTF-8, or lines of them and of an old encoding: some lists are joined from files of both kinds. */
function decodeWhole(bytes: Buffer, old: OldEncodingDecoder): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  const lines = linesOf(bytes);
  for (const line of lines) if (!isUtf8(line)) old.learn(line);
  return lines.map((line) => (isUtf8(line) ? line.toString("utf8") : old.decode(line))).join("");
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(10, start);
    const end = newline < 0 ? bytes.length : newline + 1;
    lines.push(bytes.subarray(start, end));
    start = end;
  }
  return lines;
}

/**
 * A text file's characters, part by part, without its byte order mark: UTF-16 where it has that mark, else each line as UTF-8 where it
 * is that, else as Windows-1252, or as MS-DOS or old Macs wrote where the file shows that.
 * @param onOldEncoding called at the end where it did
 */
export async function* textChunks(
  bytes: AsyncIterable<Uint8Array>,
  onOldEncoding?: () => void,
): AsyncGenerator<string> {
  const old = new OldEncodingDecoder();
  let held = Buffer.alloc(0);
  let wide: TextDecoder | null | undefined;
  let isFirst = true;
  const withoutMark = (text: string): string => {
    if (!isFirst || text === "") return text;
    isFirst = false;
    return text.replace(/^\ufeff/, "");
  };
  for await (const chunk of smallParts(bytes)) {
    const all = Buffer.concat([held, chunk]);
    held = Buffer.alloc(0);
    if (wide === undefined) {
      if (all.length < 4) {
        held = all;
        continue;
      }
      const label = utf16Of(all);
      wide = label ? new TextDecoder(label) : null;
    }
    if (wide) {
      yield withoutMark(wide.decode(all, { stream: true }));
      continue;
    }
    // An ASCII character is never part of another, so that what comes before it is whole.
    let end = all.length;
    while (end > 0 && (all[end - 1] ?? 0) > 0x7f && all.length - end < maxHeld) end--;
    if (all.length - end >= maxHeld) end = all.length;
    held = Buffer.from(all.subarray(end));
    yield withoutMark(decodeWhole(all.subarray(0, end), old));
  }
  if (held.length > 0) yield withoutMark(decodeWhole(held, old));
  if (!old.isWindows1252) onOldEncoding?.();
}
