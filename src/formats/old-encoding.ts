import { megabyte } from "../domain/sizes.js";
import { fromWindows1252 } from "./windows-1252.js";

/** What code page 858 has from 0x80 on. It is 850 with the euro; 437 differs from both in letters that Italian hardly has. */
const dosCharacters =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0";
const fromDos = (bytes: Buffer): string =>
  bytes.toString("latin1").replace(/[\u0080-\u00ff]/g, (byte) => dosCharacters[byte.charCodeAt(0) - 0x80] ?? byte);

const fromMac = (bytes: Buffer): string => new TextDecoder("macintosh").decode(bytes);

/** The first is preferred where another shows no more. */
const decoders = [fromWindows1252, fromDos, fromMac] as const;

/**
 * What Italian texts of building have: an accented letter that ends a word, `è`, `m²`, `n°`, prices, diameters, `dell’opera`. Where
 * Windows-1252 has points, a bullet, a dash or a quotation mark after a word, MS-DOS or Macs have `à`, `ò`, `ù` or `ì`: of these only
 * what hardly stands before such a mark counts, so that `città` tells nothing, but `-ità` does.
 */
const signs = new RegExp(
  [
    /[a-z][àèé](?![A-Za-z])|(?:[Pp]er|[Pp]u|[Cc]i)ò|[PpGg]iù|(?<![A-Za-z])[Cc]osì|(?:[Ll]un|mart|ol|ov)edì|nerdì|(?<![^\s;"'(])[èéÈ](?![^\s;"'),])/u,
    /(?<![A-Za-z])(?:[cdk]?m[²³](?!\p{L}|▀)|n°|Ø ?\d)|\d ?°C|€ ?\d|\d ?€/u,
    /[a-z]’[a-z]|(?<=[a-z])(?<![cdlnrstv]it)…(?![a-z])/u,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gu",
);

/** What hardly a word has in any language: a capital after a small letter, or something other than a letter between two. */
const faults = /[\u0080-\u009f]|[a-z][À-ÖØ-Þ]|[A-Za-z][^\p{ASCII}\p{L}’…–—•](?=[a-z])/gu;

/** Which encoding it is stands out from so much; three readings of a megabyte take some 0.2 s. */
const mostLearned = megabyte;

/**
 * Decodes texts of one byte a character that say nothing of their encoding: Windows-1252, in which any bytes are a text, but where more
 * shows one of the two that Excel still saves as `CSV (MS-DOS)` and `CSV (Macintosh)`.
 */
export class OldEncodingDecoder {
  readonly #shown = decoders.map(() => 0);
  #learned = 0;

  /** To be called with the bytes before they are decoded, in parts or whole. */
  learn(bytes: Buffer): void {
    const part = bytes.subarray(0, mostLearned - this.#learned);
    this.#learned += part.length;
    for (const [index, decode] of decoders.entries())
      this.#shown[index] = (this.#shown[index] ?? 0) + shownBy(decode(part));
  }

  get #likeliest(): (bytes: Buffer) => string {
    const shown = this.#shown.map((count) => Math.max(0, count));
    return decoders[shown.indexOf(Math.max(...shown))] ?? fromWindows1252;
  }

  get isWindows1252(): boolean {
    return this.#likeliest === fromWindows1252;
  }

  decode(bytes: Buffer): string {
    return this.#likeliest(bytes);
  }
}

const shownBy = (text: string): number => (text.match(signs)?.length ?? 0) - (text.match(faults)?.length ?? 0);

/** The same for a text that is there as a whole. */
export function fromOldEncoding(bytes: Buffer): string {
  const decoder = new OldEncodingDecoder();
  decoder.learn(bytes);
  return decoder.decode(bytes);
}
