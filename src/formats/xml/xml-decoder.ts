import { isAscii } from "node:buffer";
import { decoderOf } from "../decoder-of.js";
import { utf16Of } from "../utf16.js";
import { fromWindows1252, isWindows1252, restoreWindows1252 } from "../windows-1252.js";
import { notInXml } from "./not-in-xml.js";

const maxUtf8Bytes = 4;

type Decode = (bytes: Buffer) => string;

const windows: Decode = fromWindows1252;
const decodeAs = (label: string): Decode => {
  const decoder = new TextDecoder(label);
  return (bytes) => decoder.decode(bytes, { stream: true });
};

/** What a file declares itself to be, but for UTF-8, UTF-16 and ASCII: whether it is these its bytes say. */
function declared(head: string): Decode | undefined {
  const label = /^[^>]{0,20}<\?xml\b[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})/.exec(head)?.[1];
  if (!label || /^(utf|ucs|unicode)/i.test(label) || isWindows1252(label)) return undefined;
  const decoder = decoderOf(label);
  return decoder ? (bytes) => restoreWindows1252(decoder.decode(bytes, { stream: true })) : undefined;
}

function byMark(bytes: Buffer): Decode | undefined {
  const wide = utf16Of(bytes);
  if (wide) return decodeAs(wide);
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return decodeAs("utf-8");
  if (bytes[0] === 0x3c && bytes[1] === 0) return decodeAs("utf-16le");
  return bytes[0] === 0 && bytes[1] === 0x3c ? decodeAs("utf-16be") : undefined;
}

/** Whether what isn't ASCII is UTF-8 for the greater part: one damaged byte makes no other encoding. */
function looksLikeUtf8(bytes: Buffer): boolean {
  const text = new TextDecoder().decode(bytes);
  const wrong = text.match(/\ufffd/g)?.length ?? 0;
  const right = text.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  return right > wrong;
}

/**
 * Decodes XML part by part: by its byte order mark, as UTF-16 where its first bytes are that, as it declares; else as
 * UTF-8 where the first part with other characters than ASCII is that, and as Windows-1252 where it isn't, whatever
 * label it bears. Characters that XML can't hold are left out.
 */
export class XmlDecoder {
  #decode: Decode | undefined;
  #held = Buffer.alloc(0);
  #isBegun = false;

  write(bytes: Uint8Array): string {
    return this.#text(bytes, false);
  }

  end(): string {
    return this.#text(Buffer.alloc(0), true);
  }

  #text(bytes: Uint8Array, isEnd: boolean): string {
    const more = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const all = this.#held.length > 0 ? Buffer.concat([this.#held, more]) : more;
    this.#held = Buffer.alloc(0);
    if (!this.#isBegun) {
      if (all.length < 256 && !isEnd) {
        this.#held = Buffer.from(all);
        return "";
      }
      this.#isBegun = true;
      this.#decode = byMark(all) ?? declared(all.toString("latin1", 0, 256));
    }
    // XML can't hold these, yet PriMus writes them.
    return (this.#decode?.(all) ?? this.#undecided(all, isEnd)).replace(notInXml, "");
  }

  #undecided(bytes: Buffer, isEnd: boolean): string {
    if (isAscii(bytes)) return bytes.toString("latin1");
    const first = bytes.findIndex((byte) => byte > 0x7f);
    if (bytes.length - first < maxUtf8Bytes && !isEnd) {
      this.#held = Buffer.from(bytes.subarray(first));
      return bytes.toString("latin1", 0, first);
    }
    // A character cut off by the end of the part says nothing.
    const whole = isEnd ? bytes.length : Math.max(first + maxUtf8Bytes, bytes.length - maxUtf8Bytes + 1);
    this.#decode = looksLikeUtf8(bytes.subarray(first, whole)) ? decodeAs("utf-8") : windows;
    return this.#decode(bytes);
  }
}
