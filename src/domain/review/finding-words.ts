import type { LineItem } from "../documents/revision.js";
import { onOneLine, shortened } from "../text/shortened.js";
import { visible } from "../text/visible-text.js";

const longestExcerpt = 40;

/** The name of a line in messages: `Riga 4 («Scavo di sbancamento…»)`. */
export function lineName(item: LineItem, index: number): string {
  const short = shortened(onOneLine(item.desc), longestExcerpt);
  return short === "" ? `Riga ${index + 1}` : `Riga ${index + 1} («${short}»)`;
}

/** A list of excerpts for a message: the first three distinct ones, each cut short. */
export function quoted(excerpts: readonly string[]): string {
  // An excerpt may begin or end within a character.
  const distinct = [...new Set(excerpts.map((text) => onOneLine(visible(text))))];
  const shown = distinct.slice(0, 3).map((text) => `«${shortened(text, longestExcerpt)}»`);
  return shown.join(", ") + (distinct.length > 3 ? " e altri" : "");
}
