import { isAbove, withoutSeparator } from "./code-parts.js";

const maxLevels = 12;
const maxHeadingChars = 10_000;
/** Titles of chapters are short; what is longer describes works. */
const maxTitleChars = 200;

interface Heading {
  /** as children's codes begin; as it is held too, where a spreadsheet shows it otherwise */
  prefixes: readonly string[];
  text: string;
  isTitle: boolean;
}

/** `1.1.20.0` has the text of all `1.1.20.…`. */
const prefixOf = (code: string): string => withoutSeparator(code).replace(/\.0$/, "");

/** How deep a code is: `01.A02` has two levels. */
const levelsOf = (prefix: string): number => prefix.split(/[./\s_-]+/).length;

/**
 * The headings of a list whose entries have the texts of the rows above them: rows without a price, whose code is the beginning of
 * their entries' codes. Titles of chapters are told from descriptions: they are written in capitals, or stand at one of the first two
 * levels and are short. So much is held at once: 12 headings of 10,000 characters.
 */
export class OpenHeadings {
  #open: Heading[] = [];

  /** @param held a code that is a number in a spreadsheet, which shows 1.1 as `1.10`: codes beneath it begin with either */
  add(code: string | null, text: string, held: string | null = null): void {
    const prefix = prefixOf(code ?? "");
    if (prefix !== "") this.#closeFor(prefix);
    // A title without a code stands until the next.
    else this.#open = this.#open.filter(({ prefixes }) => prefixes[0] !== "");
    if (this.#open.length >= maxLevels) this.#open.pop();
    const isCapitals = text === text.toUpperCase();
    const isTitle = text.length <= maxTitleChars && (prefix === "" || isCapitals || levelsOf(prefix) <= 2);
    const prefixes = [prefix, ...(held === null ? [] : [prefixOf(held)])];
    this.#open.push({ prefixes, text: text.slice(0, maxHeadingChars), isTitle });
  }

  /** What stands above an entry: the titles of its chapters, and the texts that begin its description. */
  above(code: string | null): { titles: string[]; texts: string[] } {
    const own = prefixOf(code ?? "");
    if (code !== null) this.#closeFor(own);
    const open = code === null ? this.#open.filter(({ isTitle }) => isTitle) : this.#open;
    return {
      titles: open.flatMap(({ isTitle, text }) => (isTitle ? [text] : [])),
      texts: open.flatMap(({ isTitle, text }) => (isTitle ? [] : [text])),
    };
  }

  /** Closes the headings that aren't above a code. */
  #closeFor(code: string): void {
    this.#open = this.#open.filter(({ prefixes }) => prefixes.some((prefix) => prefix === "" || isAbove(prefix, code)));
  }
}
