import { folded } from "../../domain/text/folded.js";

const maxLength = 200;
/** The most characters shown before the match. */
const lead = 60;
const beyondAscii = /[^\0-\x7f]/;
/** What isn't one space between words: hardly anything in most texts. */
const unevenSpace = /\s{2,}|[^\S ]/g;
const inWord = /[\p{L}\p{M}\p{N}]/u;

/** The same text without accents, character for character; null where that can't be, as with accents that are characters of their own. */
function foldedInPlace(text: string): string | null {
  if (!beyondAscii.test(text)) return text.toLowerCase();
  const lower = text.replace(/[^\0-\x7f]/g, folded).toLowerCase();
  return lower.length === text.length ? lower : null;
}

/** The start of the first word that begins with one of these; -1: none does. */
function firstMatch(line: string, stems: readonly string[]): number {
  const text = foldedInPlace(line);
  if (text === null) {
    for (const { 0: word, index } of line.matchAll(/[\p{L}\p{M}\p{N}]+/gu))
      if (stems.some((stem) => folded(word).startsWith(stem))) return index;
    return -1;
  }
  let first = -1;
  for (const stem of stems) {
    let at = text.indexOf(stem);
    while (at > 0 && inWord.test(text[at - 1] as string)) at = text.indexOf(stem, at + 1);
    if (at >= 0 && (first < 0 || at < first)) first = at;
  }
  return first;
}

/** From longer texts a part around the match is cut out first: going through all of it would take longer than everything else. */
const maxWhole = 800;
/** The most characters of the part before the match, and from there on. */
const partBefore = 150;
const partAfter = 450;

/** Where the first of the stems stands after a space, accents as they are written; -1: none does. */
function firstAsWritten(text: string, stems: readonly string[]): number {
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return -1;
  const places = stems.map((stem) => lower.indexOf(` ${stem}`)).filter((place) => place >= 0);
  return places.length > 0 ? Math.min(...places) + 1 : -1;
}

/** A long text's part around its first match, or its beginning; the whole text where that takes more than to look for words as they are written. */
function partOf(text: string, stems: readonly string[]): string {
  if (text.length <= maxWhole) return text;
  const at = firstAsWritten(text, stems);
  if (at < 0) return text;
  if (at <= partBefore) return `${text.slice(0, at + partAfter)}…`;
  const before = text.slice(at - partBefore, at);
  const isEnd = at + partAfter >= text.length;
  return `…${before.slice(before.indexOf(" ") + 1)}${text.slice(at, at + partAfter)}${isEnd ? "" : "…"}`;
}

/**
 * An excerpt of about 200 characters around the first word that matches; the beginning of the text if none does.
 * @param lexemes the stems that the search found
 */
export function snippet(text: string, lexemes: readonly string[]): string {
  const stems = lexemes.filter((lexeme) => lexeme.length > 1);
  const line = partOf(text, stems).replace(unevenSpace, " ").trim();
  if (line.length <= maxLength) return line;
  const matchStart = Math.max(0, firstMatch(line, stems));
  const wordStart = matchStart <= lead ? 0 : line.indexOf(" ", matchStart - lead) + 1;
  const from = Math.min(wordStart, matchStart);
  const excerpt = line
    .slice(from, from + maxLength)
    .toWellFormed()
    .replaceAll("\uFFFD", "");
  return `${from > 0 ? "…" : ""}${excerpt}${from + maxLength < line.length ? "…" : ""}`;
}
