import { fromWindows1252 } from "./windows-1252.js";

/** What code page 858 has from 0x80 on. It is 850 with the euro; 437 differs from both in letters that Italian hardly has. */
const dosCharacters =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0";
const fromDos = (bytes: Buffer): string =>
  bytes.toString("latin1").replace(/[\u0080-\u00ff]/g, (byte) => dosCharacters[byte.charCodeAt(0) - 0x80] ?? byte);

const fromMac = (bytes: Buffer): string => new TextDecoder("macintosh").decode(bytes);

/**
 * What shows an encoding: accented letters of Italian, and `m²` and `m³`, where the others have a mark or symbol that no text has there.
 * Capitals show none: `W/m·K` and `KOŠUTA` are Windows-1252. Nor does every `à` of DOS, which `ecc…` has there.
 */
const encodings = [
  {
    shownBy: /[a-z](?:[\xdf\xe0\xe4\xe8\xe9\xec\xf2\xf6\xf9]|\xfc[a-z])/g,
    decode: fromWindows1252,
  },
  {
    // MS-DOS
    shownBy: /[a-z](?:[\x82\x8a\x8d]|[\x95\x97](?![a-z]))|it\x85|(?<![A-Za-z])[cdk]?m[\xfc\xfd](?![a-z])/g,
    decode: fromDos,
  },
  { shownBy: /[a-z](?:[\x88\x8e\x8f\x98\x9d]|\x93(?![a-z]))/g, decode: fromMac },
] as const;

/** More signs of one encoding than chance or a stray mark gives: what follows in a long list needn't be looked at. */
const enough = 1_000;

/**
 * Decodes texts of one byte a character that say nothing of their encoding: Windows-1252, in which any bytes are a text, but where more
 * shows one of the two that Excel still saves as `CSV (MS-DOS)` and `CSV (Macintosh)`.
 */
export class OldEncodingDecoder {
  readonly #shown = encodings.map(() => 0);

  /** To be called with the bytes before they are decoded, in parts or whole. */
  learn(bytes: Buffer): void {
    if (this.#shown.some((signs) => signs >= enough)) return;
    const text = bytes.toString("latin1");
    for (const [index, { shownBy }] of encodings.entries())
      this.#shown[index] = (this.#shown[index] ?? 0) + (text.match(shownBy)?.length ?? 0);
  }

  get #likeliest(): (typeof encodings)[number] {
    return encodings[this.#shown.indexOf(Math.max(...this.#shown))] ?? encodings[0];
  }

  get isWindows1252(): boolean {
    return this.#likeliest === encodings[0];
  }

  decode(bytes: Buffer): string {
    return this.#likeliest.decode(bytes);
  }
}

/** The same for a text that is there as a whole. */
export function fromOldEncoding(bytes: Buffer): string {
  const decoder = new OldEncodingDecoder();
  decoder.learn(bytes);
  return decoder.decode(bytes);
}
