/** Beyond what any record holds of one text; the rest isn't kept. */
const maxKept = 40_000;
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

  /** @param levels so deep lies what is read */
  constructor(private readonly levels = 2) {}

  open(name: string): void {
    this.#path.push(name);
    this.#place = this.#path.length <= this.levels ? this.#path.join("/") : "";
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
