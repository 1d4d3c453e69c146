import { ownText } from "./list-text.js";

/** Far more than any list has; beyond these headings are forgotten, never entries. */
const maxHeadings = 20_000;
const maxCharacters = 20_000_000;
const maxTextLength = 10_000;
const maxCodeLength = 100;

const kindOf = (character: string): string => {
  if (/\d/.test(character)) return "digit";
  return /\p{L}/u.test(character) ? "letter" : "separator";
};

/** Whether a code can end before `at`: not in the middle of a number or a word, where it has separators at all. */
function isBoundary(code: string, at: number): boolean {
  const before = kindOf(code.charAt(at - 1));
  const after = kindOf(code.charAt(at));
  return before !== after || !/[^\p{L}\d]/u.test(code);
}

/** The texts of rows without a price, which belong to the entries below: those whose code begins with the row's. */
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
