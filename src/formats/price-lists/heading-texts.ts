import { endsPart } from "./code-parts.js";
import { ownText } from "./list-text.js";

/** Far more than any list has; beyond these headings are forgotten, never entries. */
const maxHeadings = 20_000;
const maxCharacters = 20_000_000;
const maxTextLength = 10_000;
const maxCodeLength = 100;

/** Whether a heading's code can end before `at`. Codes without separators have no parts: it can end anywhere. */
const isBoundary = (code: string, at: number): boolean => endsPart(code, at) || !/[^\p{L}\d]/u.test(code);

/**
 * The texts of rows without a price, which belong to the entries whose codes begin with theirs, however far below they stand.
 * `OpenHeadings` is for tables: their headings may have no code, and hold until the next.
 */
export class HeadingTexts {
  readonly #texts = new Map<string, string>();
  #characters = 0;

  add(code: string, text: string): void {
    if (!code || code.length > maxCodeLength || this.#texts.size >= maxHeadings) return;
    const kept = ownText(text.slice(0, maxTextLength));
    this.#characters += kept.length;
    if (this.#characters <= maxCharacters) this.#texts.set(ownText(code), kept);
  }

  /** The texts of all headings above an entry, from the outermost inwards. Takes steps in proportion to the code. */
  above(code: string): string[] {
    const found: string[] = [];
    for (let length = 1; length < Math.min(code.length, maxCodeLength); length++) {
      const text = this.#texts.get(code.slice(0, length));
      if (text !== undefined && isBoundary(code, length)) found.push(text);
    }
    return found;
  }
}
