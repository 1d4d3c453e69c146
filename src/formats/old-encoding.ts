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
 * What Italian texts of building have, and what the same bytes don't give in another encoding: an accented letter that ends a word or is
 * one, `m²`, `n°`, prices, diameters, `dell’opera`. Points stand after a word in Windows-1252 where DOS has `à`, so that `città` tells
 * nothing, but `-ità` does.
 */
const signs = new RegExp(
  [
    /[a-z][àèéìòù](?![A-Za-z])|(?<![A-Za-z])[èéÈ](?![A-Za-z])/,
    /(?<![A-Za-z])(?:[cdk]?m[²³](?![A-Za-z])|n°|Ø ?\d)|\d°(?! ?\d)|€ ?\d|\d ?€/,
    /[a-z]’[a-z]|(?<![A-Za-z])[“„]|(?<=[a-z])(?<!it)…/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/** More signs of one encoding than chance or a stray mark gives: what follows in a long list needn't be looked at. */
const enough = 1_000;

/**
 * Decodes texts of one byte a character that say nothing of their encoding: Windows-1252, in which any bytes are a text, but where more
 * shows one of the two that Excel still saves as `CSV (MS-DOS)` and `CSV (Macintosh)`.
 */
export class OldEncodingDecoder {
  readonly #shown = decoders.map(() => 0);

  /** To be called with the bytes before they are decoded, in parts or whole. */
  learn(bytes: Buffer): void {
    if (this.#shown.some((count) => count >= enough)) return;
    for (const [index, decode] of decoders.entries())
      this.#shown[index] = (this.#shown[index] ?? 0) + (decode(bytes).match(signs)?.length ?? 0);
  }

  get #likeliest(): (bytes: Buffer) => string {
    return decoders[this.#shown.indexOf(Math.max(...this.#shown))] ?? fromWindows1252;
  }

  get isWindows1252(): boolean {
    return this.#likeliest === fromWindows1252;
  }

  decode(bytes: Buffer): string {
    return this.#likeliest(bytes);
  }
}

/** The same for a text that is there as a whole. */
export function fromOldEncoding(bytes: Buffer): string {
  const decoder = new OldEncodingDecoder();
  decoder.learn(bytes);
  return decoder.decode(bytes);
}
