import { codeEdition } from "../../domain/code-edition.js";
import { isWithinBounds } from "../../domain/number-limits.js";
import { shortened } from "../../domain/text/shortened.js";
import type { FormatWarningCode } from "../format-warning.js";
import { UnreadableFile } from "../unreadable-file.js";
import { WarningList } from "../warning-list.js";
import { listNumber } from "./list-number.js";
import { chapterOf, joinedTexts, maxTextLength, tidy, yearIn } from "./list-text.js";
import type { PriceListEntry, PriceListTitle } from "./price-list.js";

/** What a list has of one entry, as it stands there. */
export interface RawEntry {
  code: string | undefined;
  /** texts whose first lines are the titles of its chapters, from the outermost inwards */
  chapters: readonly (string | undefined)[];
  /** the texts of its headings and its own */
  texts: readonly (string | undefined)[];
  unit: string | undefined;
  /** euro */
  price: string | number | undefined;
  /** percent */
  labourPct?: string | number | undefined;
  /** percent */
  safetyPct?: string | number | undefined;
}

const maxCodeLength = 200;
const maxUnitLength = 100;
const maxChapterLength = 1_000;
const maxWarnings = 200;
/** Headings stand above many entries each, so a small file could fill the disk. The longest lists have some 60 million. */
const maxCharacters = 400_000_000;

/** Makes the entries of a list of what its reader finds, and warns of what can't be one. */
export class PriceListBuilder {
  readonly title: PriceListTitle = { name: null, source: null, year: null, province: null };
  readonly warnings = new WarningList(maxWarnings);
  rowsRead = 0;
  entryCount = 0;
  #characters = 0;
  #found: PriceListEntry[] = [];

  constructor(readonly format: string) {}

  /** How many entries wait to be taken. */
  get waiting(): number {
    return this.#found.length;
  }

  take(): PriceListEntry[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  /** Only the first year, source and so on that a list says counts. */
  say(title: Partial<Record<keyof PriceListTitle, string | number | undefined>>): void {
    const own = this.title as unknown as Record<string, string | number | null>;
    for (const [key, value] of Object.entries(title)) {
      const said = typeof value === "string" ? tidy(value).slice(0, maxUnitLength * 2) : value;
      if (said && own[key] === null) own[key] = said;
    }
  }

  sayYear(text: string | undefined): void {
    this.say({ year: yearIn(text) ?? undefined });
  }

  warn(code: FormatWarningCode, place: string, detail: string): void {
    this.warnings.add(code, place, detail);
  }

  /**
   * Adds an entry. One without a price that can be read is warned of; one of price 0 is a heading, which stays out
   * silently as one that has neither price nor unit.
   * @throws UnreadableFile where the texts of all entries are too long
   */
  add(raw: RawEntry, place: string): void {
    this.rowsRead++;
    const code = tidy(raw.code ?? "");
    const where = code ? `${place}, ${shortened(code, 80)}` : place;
    const price = this.#price(raw, where);
    if (price === null) return;
    const texts = joinedTexts(raw.texts);
    const description = this.#clipped(texts || code, maxTextLength, where, "description");
    if (!description) {
      this.warn("missing_description", where, "The entry has neither a text nor a code.");
      return;
    }
    this.#characters += description.length;
    if (this.#characters > maxCharacters)
      throw new UnreadableFile(
        "too_large",
        `The list's texts, with those of the headings above them, are too long in all: ${where}. Import it in parts.`,
      );
    if (description.includes("\ufffd")) this.warn("damaged_text", where, "The text has damaged characters.");
    if (this.entryCount++ === 0) {
      const edition = codeEdition(code);
      if (edition) this.say({ year: edition.year });
    }
    const chapter = chapterOf(raw.chapters);
    const unit = tidy(raw.unit ?? "").replace(/^(?:€|euro) ?\/ ?(?=\S)/i, "");
    this.#found.push({
      code: code ? this.#clipped(code, maxCodeLength, where, "code") : null,
      chapter: chapter && this.#clipped(chapter, maxChapterLength, where, "chapter"),
      description,
      unit: this.#clipped(unit || "-", maxUnitLength, where, "unit"),
      price,
      labourPct: this.#share(raw.labourPct, where, "labour"),
      safetyPct: this.#share(raw.safetyPct, where, "safety"),
    });
    if (!unit) this.warn("missing_unit", where, "The entry has no unit.");
  }

  #price({ price: text, unit }: RawEntry, where: string): number | null {
    const price = typeof text === "number" ? text : listNumber(text);
    if (price === null) this.warn("unreadable_price", where, `"${shortened(String(text), 60)}" isn't a price.`);
    else if (price === undefined && unit?.trim())
      this.warn("missing_price", where, "The entry has a unit but no price.");
    else if (price && !isWithinBounds(price))
      this.warn("unreadable_price", where, `${price} is too large for a price.`);
    else if (price) return price;
    return null;
  }

  #share(given: string | number | undefined, where: string, what: string): number | null {
    const share = typeof given === "number" ? given : listNumber(given);
    if (share === undefined) return null;
    if (share !== null && share >= 0 && share <= 100) return Number(share.toFixed(4));
    const written = shortened(String(given), 60);
    this.warn("unreadable_share", where, `The share of ${what} "${written}" isn't a percentage from 0 to 100.`);
    return null;
  }

  #clipped(text: string, length: number, where: string, what: string): string {
    if (text.length <= length) return text;
    this.warn("text_cut", where, `The ${what} has ${text.length} characters; ${length} of them are kept.`);
    return shortened(text, length);
  }
}
