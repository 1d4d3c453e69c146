import { codeEdition } from "../../domain/code-edition.js";
import { breaksOff, isShouted, startsSmall } from "../tables/sentences.js";
import { isAbove, withoutSeparator } from "./code-parts.js";
import { isNote } from "./list-row.js";

const maxLevels = 12;
const maxHeadingChars = 10_000;
/** Titles of chapters are short; what is longer describes works. */
const maxTitleChars = 200;
/** Chapters and their parts; what is below these describes works. */
const titleLevels = 2;

interface Heading {
  /** as children's codes begin; as it is held too, where a spreadsheet shows it otherwise */
  prefixes: readonly string[];
  text: string;
  /** whether it is part of the chapter's name */
  isTitle: boolean;
  /** whether it begins the descriptions of the entries below */
  isText: boolean;
  /** whether an entry has come below it */
  isUsed: boolean;
}

/** Chapter and work without a point between them, as Lazio and DEI write: `E01001a`. */
const unparted = /^(\p{Lu}\d{2})(\d{3})(?!\d)/u;

/** `1.1.20.0` has the text of all `1.1.20.…`. */
const prefixOf = (code: string): string => withoutSeparator(code).replace(/\.0$/, "").replace(unparted, "$1.$2");

/** How deep a code is: `01.A02` has two levels, and so has `TOS25_01.A02`. */
const levelsOf = (prefix: string): number =>
  prefix.slice(codeEdition(prefix)?.prefix.length ?? 0).split(/[./\s_-]+/).length;

/** Whether a text says nothing without the one above it: it begins small, or with a mark, a number or a size (`DN 100`). */
const isFragment = (text: string): boolean => startsSmall(text) || /^[^\p{L}"«(]|^\p{Lu}{1,4} ?\d/u.test(text);

/** Whether a code is a work's own and one of its variants: `A.01.a`. */
const isVariant = (code: string): boolean => /[./\s_-]\p{L}{1,2}$|\d\p{L}$/u.test(code);

/**
 * The headings of a list whose entries have the texts of the rows above them: rows without a price, whose code is the beginning of
 * their entries' codes. Titles of chapters are told from descriptions: they are short, and stand at one of the first two levels or are
 * written in capitals. What may be either is both. So much is held at once: 12 headings of 10,000 characters.
 */
export class OpenHeadings {
  #open: Heading[] = [];

  /** @param held a code that is a number in a spreadsheet, which shows 1.1 as `1.10`: codes beneath it begin with either */
  add(code: string | null, text: string, held: string | null = null): void {
    const prefix = prefixOf(code ?? "");
    if (prefix === "" && isNote(text)) return;
    if (prefix !== "") this.#closeFor(prefix);
    const isBelowChapters = this.#coded() >= titleLevels;
    const isWork = prefix !== "" && (isBelowChapters || unparted.test(code ?? "") || levelsOf(prefix) > titleLevels);
    // What breaks off, or is a sentence, names no chapter.
    const isProse = breaksOff(text) || (isWork && text.endsWith("."));
    const isTitle = text.length <= maxTitleChars && (isShouted(text) || !(isBelowChapters || isProse));
    const isText = !isTitle || (isWork && (isBelowChapters || !isShouted(text)));
    // What has no code stands until the next: a title until a title.
    if (prefix === "")
      this.#open = this.#open.filter(({ prefixes, ...other }) => prefixes[0] !== "" || (other.isTitle && !isTitle));
    if (this.#open.length >= maxLevels) this.#open.pop();
    const prefixes = [prefix, ...(held === null ? [] : [prefixOf(held)])];
    this.#open.push({ prefixes, text: text.slice(0, maxHeadingChars), isTitle, isText, isUsed: false });
  }

  /**
   * What stands above an entry: the titles of its chapters, and the texts that begin its description.
   * @param text its own: what says nothing by itself has the text right above it, however short that is
   */
  above(code: string | null, text: string): { titles: string[]; texts: string[] } {
    const own = prefixOf(code ?? "");
    if (code !== null) this.#closeFor(own);
    for (const heading of this.#open) heading.isUsed = true;
    const open = code === null ? this.#open.filter(({ isTitle }) => isTitle) : this.#open;
    const texts = open.filter(({ isText }) => isText);
    const last = open.at(-1);
    const mayBeWork = last?.prefixes[0] && !last.isText && (isVariant(own) || !isShouted(last.text));
    if (last && mayBeWork && isFragment(text)) texts.push(last);
    return {
      titles: open.flatMap((heading) => (heading.isTitle ? [heading.text] : [])),
      texts: texts.map((heading) => heading.text),
    };
  }

  #coded(): number {
    return this.#open.filter(({ prefixes }) => prefixes[0] !== "").length;
  }

  /** Closes the headings that aren't above a code, and what stands beneath those, but a title that waits for its first entry. */
  #closeFor(code: string): void {
    const closed = this.#open.findIndex(
      ({ prefixes }) => !prefixes.some((prefix) => prefix === "" || isAbove(prefix, code)),
    );
    if (closed < 0) return;
    const beneath = this.#open.splice(closed);
    this.#open.push(...beneath.filter(({ prefixes, isUsed }) => prefixes[0] === "" && !isUsed));
  }
}
