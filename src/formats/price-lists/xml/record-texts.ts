import { maxTextLength } from "../list-text.js";

/** Beyond what one entry may hold of one text; the rest isn't kept. */
const maxKept = maxTextLength * 2;
/** A record of a list has some twenty. */
const maxNames = 300;

/**
 * The texts of the elements within a record, by their names from the record inwards: `um`, `unitaMisura/codice`.
 * Of several with one name the first counts.
 */
export class RecordTexts {
  readonly #texts = new Map<string, string>();
  readonly #path: string[] = [];
  #place = "";

  open(name: string): void {
    this.#path.push(name);
    // Nothing that is read lies deeper.
    this.#place = this.#path.length <= 2 ? this.#path.join("/") : "";
    if (this.#texts.has(this.#place) || this.#texts.size >= maxNames) this.#place = "";
    else if (this.#place) this.#texts.set(this.#place, "");
  }

  text(part: string): void {
    if (!this.#place) return;
    const before = this.#texts.get(this.#place) ?? "";
    if (before.length < maxKept) this.#texts.set(this.#place, before + part.slice(0, maxKept));
  }

  close(): void {
    this.#path.pop();
    this.#place = "";
  }

  get depth(): number {
    return this.#path.length;
  }

  get(name: string): string | undefined {
    return this.#texts.get(name);
  }
}
