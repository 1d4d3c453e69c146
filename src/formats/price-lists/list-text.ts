import { beginningOf } from "../../domain/text/shortened.js";

/** Longer than any entry of a regional list (about 5,000), short of what could fill memory. */
export const maxTextLength = 20_000;
const maxTitleLength = 200;
/** Of the text that a title begins. */
const lookedAt = 2_000;

/** A copy to be kept: a part of a text keeps the whole in memory, here 64 KB of the file. */
export const ownText = (text: string): string => Buffer.from(text).toString();

/** The first year that a text names, from 1900 on; null: none. */
export function yearIn(text: string | null | undefined): number | null {
  const year = /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(text?.slice(0, 200) ?? "")?.[0];
  return year ? Number(year) : null;
}

/** Blanks put in order: one between words, lines kept, none empty. */
export const tidy = (text: string): string =>
  text
    // Not a single space by itself: most texts have nothing else.
    .replace(/[\t\u00a0 ]{2,}|[\t\u00a0]/g, " ")
    .replace(/ ?[\r\n][\s]*/g, "\n")
    .trim();

const isStop = (character: string): boolean => /[.:;,\s–-]/.test(character);

/** The title that a heading's text begins with: its first line, without the stop at its end. */
export function titleOf(text: string): string {
  const [line = ""] = tidy(text.trimStart().slice(0, lookedAt)).split("\n", 1);
  // An expression for the end of a text tries each of its characters as a beginning.
  let end = line.length;
  while (end > 0 && isStop(line.charAt(end - 1))) end--;
  const title = line.slice(0, end);
  if (title.length <= maxTitleLength) return title;
  const cut = beginningOf(title, maxTitleLength);
  return `${cut.lastIndexOf(" ") > 100 ? cut.slice(0, cut.lastIndexOf(" ")) : cut} …`;
}

/** Titles from the outermost inwards; empty and repeated ones are left out. Null where none is left. */
export function chapterOf(texts: readonly (string | undefined)[]): string | null {
  const titles: string[] = [];
  for (const text of texts) {
    const title = titleOf(text ?? "");
    if (title && title !== "-" && titles.at(-1)?.toLowerCase() !== title.toLowerCase()) titles.push(title);
  }
  return titles.length > 0 ? titles.join(" – ") : null;
}

/** The texts one below the other; one with which the next begins, or which it is, isn't said twice. */
export function joinedTexts(texts: readonly (string | undefined)[]): string {
  const joined: string[] = [];
  let length = 0;
  for (const given of texts) {
    const text = tidy(given ?? "");
    if (!text || text === "-") continue;
    const last = joined.at(-1);
    if (last !== undefined && text.startsWith(last) && !/^[\p{L}\d]/u.test(text.slice(last.length))) joined.pop();
    joined.push(text);
    length += text.length;
    // What is longer is cut, and each entry may have a hundred headings above it.
    if (length > 2 * maxTextLength) break;
  }
  return joined.join("\n");
}
